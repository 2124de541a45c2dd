// Checks notes, cosignatures, inclusion proofs, consistency proofs and tiles with the packages by which Go checks its own log:
// golang.org/x/mod/sumdb/note and golang.org/x/mod/sumdb/tlog. Reads a JSON object, prints what is wrong, line by line.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
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

// The checkpoint has to have a cosignature by the key of a witness (C2SP tlog-cosignature, Ed25519).
type cosigned struct {
	Checkpoint int
	Witness    string
}

type input struct {
	Vkey        string
	Checkpoints []string
	Inclusions  []inclusion
	Consistent  []consistency
	Tiles       map[string]string
	Cosigned    []cosigned
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

// The package note has no verifier for timestamped cosignatures: NewVerifier knows the type 1 alone, and a Verifier of
// our own would get the text of the note without the time, which is a part of the signature. So note.Open checks the
// signature of the log and parses the lines of the others, and crypto/ed25519 checks that of the witness.
func checkCosigned(text string, log note.Verifier, vkey string) error {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return fmt.Errorf("%q is no key", vkey)
	}
	material, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(material) != 1+ed25519.PublicKeySize || material[0] != 4 {
		return fmt.Errorf("%q is no key of a witness", vkey)
	}
	digest := sha256.Sum256(append([]byte(parts[0]+"\n"), material...))
	id := binary.BigEndian.Uint32(digest[:])
	if fmt.Sprintf("%08x", id) != parts[1] {
		return fmt.Errorf("the id of the key is %08x", id)
	}
	opened, err := note.Open([]byte(text), note.VerifierList(log))
	if err != nil {
		return err
	}
	for _, line := range opened.UnverifiedSigs {
		if line.Name != parts[0] || line.Hash != id {
			continue
		}
		made, err := base64.StdEncoding.DecodeString(line.Base64)
		if err != nil || len(made) != 4+8+ed25519.SignatureSize {
			return fmt.Errorf("the cosignature has %d bytes", len(made))
		}
		at := binary.BigEndian.Uint64(made[4:12])
		message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", at, opened.Text)
		if !ed25519.Verify(ed25519.PublicKey(material[1:]), []byte(message), made[12:]) {
			return fmt.Errorf("the cosignature of %s is not valid", line.Name)
		}
		return nil
	}
	return fmt.Errorf("%s has not cosigned it", parts[0])
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
	for number, each := range given.Cosigned {
		if err := checkCosigned(given.Checkpoints[each.Checkpoint], verifier, each.Witness); err != nil {
			report("cosignature %d: %v", number, err)
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
