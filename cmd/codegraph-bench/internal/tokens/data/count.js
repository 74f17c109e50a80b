// Reads a JSON list of texts from standard input and writes the list of how
// many tokens each has.
const { encode } = require("gpt-tokenizer/encoding/o200k_base");
const texts = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((t) => encode(t, { disallowedSpecial: new Set() }).length)));
