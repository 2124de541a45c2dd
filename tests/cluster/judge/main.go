// Judges by porcupine whether a history is linearizable: each game is a register that only grows, and both kinds of
// operations tell its version. Bots append too, unseen: an append leads to a larger version, a read never goes back.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/anishathalye/porcupine"
)

type operation struct {
	Client  int     `json:"client"`
	Game    string  `json:"game"`
	Appends bool    `json:"appends"`
	Began   float64 `json:"began"`
	Ended   float64 `json:"ended"`
	Version int     `json:"version"`
}

func step(state, input, output interface{}) (bool, interface{}) {
	before, after := state.(int), output.(int)
	if input.(operation).Appends {
		return after > before, after
	}
	return after >= before, after
}

func main() {
	var operations []operation
	if err := json.NewDecoder(os.Stdin).Decode(&operations); err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	games := map[string][]porcupine.Operation{}
	for _, each := range operations {
		games[each.Game] = append(games[each.Game], porcupine.Operation{
			ClientId: each.Client,
			Input:    each,
			Call:     int64(each.Began * 1e9),
			Output:   each.Version,
			Return:   int64(each.Ended * 1e9),
		})
	}
	model := porcupine.Model{Init: func() interface{} { return 0 }, Step: step}
	wrong := 0
	for game, history := range games {
		if !porcupine.CheckOperations(model, history) {
			fmt.Println(game, "is not linearizable")
			wrong++
		}
	}
	fmt.Printf("%d operations on %d games, %d not linearizable\n", len(operations), len(games), wrong)
	if wrong > 0 {
		os.Exit(1)
	}
}
