// The client: all operations by their paths, with the types of the document, and a whole game in one call.
import { DecisionClosed, GameNotRunning, GamePaused } from "./problems.js";
import { Requests } from "./requests.js";
import { Stream } from "./streams.js";
/** How much more than the least `randomCommand` bids: high numbers are seldom bluffs. */
const HIGHEST = 3;
/** A client of one server, as one player. */
export class Client extends Requests {
    get(path, ...[input]) {
        return this.call("GET", path, input);
    }
    post(path, ...[input]) {
        return this.call("POST", path, input);
    }
    put(path, ...[input]) {
        return this.call("PUT", path, input);
    }
    delete(path, ...[input]) {
        return this.call("DELETE", path, input);
    }
    /** Iterate over the items of a list, page after page. */
    list(path, ...[input]) {
        return this.items(filled(path, input), input ?? {});
    }
    /** Follow a stream; `signal` ends it from outside. */
    stream(path, ...[input]) {
        const { query = {}, headers = {}, signal } = (input ?? {});
        return new Stream(this, filled(path, input), query, headers, signal);
    }
    /**
     * Play the own seat of a game to its end, and return the result.
     *
     * `choose` returns a command. A command against the rules throws `problems.Refused`.
     */
    async play(game, choose) {
        const path = { game };
        const state = await this.get("/v1/games/{game}", { path });
        let answered = 0;
        for await (const { data } of this.stream("/v1/games/{game}/stream", { path, query: { cursor: state.version } })) {
            if (!("own" in data))
                continue;
            const { own, version } = data;
            // after an interruption the stream repeats the question, also one that has been answered since
            if (!own?.choices?.length || version < answered)
                continue;
            const view = await this.get("/v1/games/{game}/view", { path, query: { at: version } });
            const command = await choose({ ruleset: state.ruleset, seat: own.seat, view, choices: own.choices });
            try {
                const accepted = await this.post("/v1/games/{game}/commands", { path, body: { decision: own.id, command } });
                answered = accepted.receipt.version;
            }
            catch (error) {
                // the clock, a ruling or another program of this player was faster: the stream has what is next
                if (![DecisionClosed, GameNotRunning, GamePaused].some((Known) => error instanceof Known))
                    throw error;
            }
        }
        return this.get("/v1/games/{game}/result", { path });
    }
    call(method, path, input) {
        return this.ask(method, filled(path, input), (input ?? {}));
    }
}
/** Return a path with the values of its parameters. */
function filled(path, input) {
    const values = (input ?? {}).path ?? {};
    return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
}
/** Return a legal command, at random: never one that takes others back, because a game would not end. */
export function randomCommand(choices) {
    const allowed = choices.filter(({ command }) => !command.type.endsWith(".take_back"));
    const choice = allowed[Math.floor(Math.random() * allowed.length)];
    if (choice === undefined)
        throw new RangeError("there is no choice");
    const { command, range } = choice;
    if (!range)
        return command;
    // one choice stands for a range of numbers, which are all legal
    const number = range.min + Math.floor(Math.random() * (Math.min(range.max - range.min, HIGHEST) + 1));
    return { ...command, [range.field]: number };
}
