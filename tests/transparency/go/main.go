// Checks notes, inclusion proofs, consistency proofs and tiles with the packages by which Go checks its own log:
// golang.org/x/mod/sumdb/note and golang.org/x/mod/sumdb/tlog. Reads a JSON object, prints what is wrong, line by line.
package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type inclusion struct {
	Checkpoint int
	Index      int64
	Data       string
	Hashes     []string
}

type consistency struct {
	Earlier int
	Later   int
	Hashes  []string
}

type input struct {
	Vkey        string
	Checkpoints []string
	Inclusions  []inclusion
	Consistent  []consistency
	Tiles       map[string]string
}

type tree struct {
	size int64
	root tlog.Hash
}

var wrong = 0

func report(format string, parts ...any) {
	wrong++
	fmt.Printf(format+"\n", parts...)
}

func hash(text string) (found tlog.Hash) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != tlog.HashSize {
		report("%q is no hash", text)
		return
	}
	copy(found[:], raw)
	return
}

func hashes(texts []string) (found []tlog.Hash) {
	for _, text := range texts {
		found = append(found, hash(text))
	}
	return
}

func open(text string, verifier note.Verifier) (tree, error) {
	opened, err := note.Open([]byte(text), note.VerifierList(verifier))
	if err != nil {
		return tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		return tree{}, fmt.Errorf("the checkpoint has the lines %q", lines)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tree{}, err
	}
	raw, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(raw) != tlog.HashSize {
		return tree{}, fmt.Errorf("the root is %q", lines[2])
	}
	found := tree{size: size}
	copy(found.root[:], raw)
	return found, nil
}

type files map[string]string

func (served files) Height() int { return 8 }

func (served files) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range tiles {
		// Go names the height, too: tile/8/0/000 is tile/0/000 here
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		raw, err := hex.DecodeString(served[path])
		if err != nil || len(raw) == 0 {
			return nil, fmt.Errorf("there is no %s", path)
		}
		found = append(found, raw)
	}
	return found, nil
}

func (served files) SaveTiles([]tlog.Tile, [][]byte) {}

func main() {
	var given input
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		report("the input: %v", err)
		os.Exit(1)
	}
	verifier, err := note.NewVerifier(given.Vkey)
	if err != nil {
		report("the key: %v", err)
		os.Exit(1)
	}
	var trees []tree
	for number, text := range given.Checkpoints {
		found, err := open(text, verifier)
		if err != nil {
			report("checkpoint %d: %v", number, err)
		}
		trees = append(trees, found)
	}
	for number, each := range given.Inclusions {
		data, _ := hex.DecodeString(each.Data)
		at := trees[each.Checkpoint]
		if err := tlog.CheckRecord(hashes(each.Hashes), at.size, at.root, each.Index, tlog.RecordHash(data)); err != nil {
			report("inclusion %d: %v", number, err)
		}
	}
	for number, each := range given.Consistent {
		earlier, later := trees[each.Earlier], trees[each.Later]
		if err := tlog.CheckTree(hashes(each.Hashes), later.size, later.root, earlier.size, earlier.root); err != nil {
			report("consistency %d: %v", number, err)
		}
	}
	if len(given.Tiles) > 0 {
		last := trees[len(trees)-1]
		reader := tlog.TileHashReader(tlog.Tree{N: last.size, Hash: last.root}, files(given.Tiles))
		for number, each := range trees {
			root, err := tlog.TreeHash(each.size, reader)
			if err != nil || root != each.root {
				report("the tiles do not give checkpoint %d: %v", number, err)
			}
		}
	}
	fmt.Printf("%d wrong\n", wrong)
	if wrong > 0 {
		os.Exit(1)
	}
}
