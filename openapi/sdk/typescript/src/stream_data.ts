// Generated from openapi/openapi.json by `uv run python -m tests.contract.sdk`.
import type { components } from "../api.js";

/** The data of the events of each stream, by its path. */
export interface StreamData {
  "/v1/games/stream": components["schemas"]["LobbyEvent"] | components["schemas"]["Ready"];
  "/v1/games/{game}/stream": components["schemas"]["SeenEvent"] | components["schemas"]["Awaiting"] | components["schemas"]["Closing"] | components["schemas"]["MessageReply"] | components["schemas"]["OrderReply"];
  "/v1/me/stream": components["schemas"]["PlayerEvent"] | components["schemas"]["Ready"] | components["schemas"]["ChallengeReply"] | components["schemas"]["ModerationNews"];
  "/v1/results/stream": components["schemas"]["ResultEvent"] | components["schemas"]["Ready"];
}
