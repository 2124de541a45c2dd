// Prints what the parser of AsyncAPI says of a document, as JSON: node asyncapi.mjs NODE_MODULES DOCUMENT
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, document] = process.argv.slice(2);
const { Parser } = createRequire(`${modules}/`)("@asyncapi/parser");
const { diagnostics } = await new Parser().parse(readFileSync(document, "utf8"));
const found = diagnostics.map(({ code, message, path, severity }) => ({ code, message, path, severity }));
process.stdout.write(JSON.stringify(found));
