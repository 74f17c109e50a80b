// Speaks with the MCP server through programs that this project did not write:
// the official SDK over standard input and output, the official inspector and
// the official conformance suite over HTTP.
//
//	node check.mjs PROGRAM FIXTURES
//
// FIXTURES is the compiled tests of cmd/internal/mcpserver.

import { execFile, spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, writeFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const run = promisify(execFile);
const [program, fixtures] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const bin = (name) => join(here, "node_modules", ".bin", name);
let failures = 0;

function check(what, ok, detail = "") {
	if (!ok) failures++;
	console.log(`${ok ? "ok  " : "FAIL"} ${what}${ok ? "" : ` ${detail}`}`);
}

// Arguments with which each tool succeeds, in an order that leaves the project
// as it was for the next.
const calls = {
	init: (p) => ({ path: p.app }),
	update: () => ({ file: "main.go" }),
	update_batch: () => ({ files: [{ file: "main.go" }] }),
	sync: () => ({}),
	query: () => ({ term: "Answer" }),
	signature: () => ({ file: "main.go" }),
	signatures: () => ({ path: "." }),
	tree: () => ({}),
	summary: () => ({}),
	describe: () => ({ section: "purpose", content: "A check" }),
	docs: () => ({}),
	update_docs: () => ({}),
	scan: (p) => ({ path: p.dir }),
	projects: () => ({}),
	link: (p) => ({ path: p.lib }),
	links: () => ({}),
	unlink: (p) => ({ path: p.lib }),
	status: () => ({}),
	remove: () => ({ file: "gone.go" }),
	callers: () => ({ symbol: "Answer" }),
	callees: () => ({ symbol: "main" }),
	symbol: () => ({ symbol: "Answer" }),
	references: () => ({ symbol: "Answer" }),
	impact: () => ({ symbol: "Answer" }),
	affected: () => ({ files: ["main.go"] }),
};

// Scenarios of the conformance suite that the program passes as it is.
const ofProduct = ["server-initialize", "ping", "logging-set-level", "completion-complete", "tools-list", "resources-list",
	"prompts-list", "dns-rebinding-protection", "server-sse-multiple-streams"];

// Those that ask for tools, resources and prompts by names of the suite's own.
// A server of these is built into the tests of cmd/internal/mcpserver: the same
// handler behind the same guards.
const ofFixtures = ["tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource",
	"tools-call-mixed-content", "tools-call-with-logging", "tools-call-error", "tools-call-with-progress", "tools-call-sampling",
	"tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums", "json-schema-2020-12", "resources-read-text",
	"resources-read-binary", "resources-templates-read", "prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource",
	"prompts-get-with-image"];

const doNotApply = {
	"server-sse-polling": "the server keeps no events from which a stream could go on; clients call again",
	"resources-subscribe": "the server says that it offers no subscriptions",
	"resources-unsubscribe": "the server says that it offers no subscriptions",
};

function makeProjects() {
	const dir = mkdtempSync(join(tmpdir(), "codegraph-mcp-"));
	const p = { dir, app: join(dir, "app"), lib: join(dir, "lib") };
	const source = "package main\n\n// Answer is known.\nfunc Answer() int { return 42 }\n\nfunc main() { println(Answer()) }\n";
	for (const root of [p.app, p.lib]) {
		mkdirSync(root);
		writeFileSync(join(root, "main.go"), source);
	}
	writeFileSync(join(p.app, "AGENTS.md"), "# Rules\n\nCheck.\n");
	process.env.CODEGRAPH_CATALOG = join(dir, "catalog.db");
	process.env.HOME = dir;
	process.env.CODEGRAPH_LOG_LEVEL = "error";
	return p;
}

async function freePort() {
	const s = createServer();
	await new Promise((done) => s.listen(0, "127.0.0.1", done));
	const { port } = s.address();
	await new Promise((done) => s.close(done));
	return port;
}

async function serve(start) {
	const address = `127.0.0.1:${await freePort()}`;
	const server = start(address);
	for (let i = 0; i < 300; i++) {
		const up = await fetch(`http://${address}/healthz`).catch(() => null);
		if (up?.ok) return { server, url: `http://${address}/mcp` };
		await new Promise((done) => setTimeout(done, 100));
	}
	throw new Error("the server does not answer");
}

const stdio = ["ignore", "inherit", "inherit"];
const serveProduct = (p) => serve((address) => spawn(program, ["-C", p.app, "serve", "--listen", address, "--repos", p.dir], { stdio }));
const serveFixtures = () => serve((address) => spawn(fixtures, [], { stdio, env: { ...process.env, CODEGRAPH_TEST_FIXTURES: address } }));

async function sdk(p) {
	const client = new Client({ name: "check", version: "1" });
	await client.connect(new StdioClientTransport({ command: program, args: ["mcp"], cwd: p.app, env: { ...process.env } }));
	const { tools } = await client.listTools();
	for (const t of tools) {
		const name = t.name.replace("codegraph_", "");
		if (!calls[name]) {
			check(`sdk: ${name}`, false, "no arguments are known for it");
			continue;
		}
		const r = await client.callTool({ name: t.name, arguments: calls[name](p) });
		check(`sdk: ${name}`, !r.isError && r.content.length > 0, JSON.stringify(r).slice(0, 300));
	}
	const wrong = await client.callTool({ name: "codegraph_query", arguments: { bogus: 1 } });
	check("sdk: wrong arguments are an error of the tool", wrong.isError === true);
	const data = await client.callTool({ name: "codegraph_query", arguments: { term: "Answer", format: "json" } });
	check("sdk: data", data.structuredContent?.total_matches > 0);
	const { resources } = await client.listResources();
	check("sdk: resources", resources.length > 0 && (await client.readResource({ uri: resources[0].uri })).contents.length === 1);
	const { prompts } = await client.listPrompts();
	check("sdk: prompts", prompts.length === 2 && (await client.getPrompt({ name: "understand_project" })).messages.length === 1);
	const done = await client.complete({ ref: { type: "ref/prompt", name: "understand_project" }, argument: { name: "project", value: "a" } });
	check("sdk: completion", done.completion.values.includes("app"), JSON.stringify(done));
	await client.close();
	return tools.map((t) => t.name.replace("codegraph_", ""));
}

async function inspector(p, target, way, names) {
	const ask = async (...args) => {
		try {
			return { ok: true, text: (await run(process.execPath, [bin("mcp-inspector"), "--cli", ...target, ...args], { cwd: p.app, timeout: 60000 })).stdout };
		} catch (e) {
			return { ok: false, text: `${e.stdout} ${e.stderr}` };
		}
	};
	const list = await ask("--method", "tools/list", "--strict");
	check(`inspector over ${way}: tools/list`, list.ok && names.every((n) => list.text.includes(`"codegraph_${n}"`)), list.text.slice(0, 500));
	for (const name of names) {
		const r = await ask("--method", "tools/call", "--tool-name", `codegraph_${name}`, "--tool-args-json", JSON.stringify(calls[name]?.(p) ?? {}));
		check(`inspector over ${way}: ${name}`, r.ok, r.text.slice(0, 500));
	}
}

// conformance runs scenarios and returns whether all of their checks were made
// and succeeded.
async function conformance(what, url, scenarios) {
	for (const s of scenarios) {
		const r = await run(process.execPath, [bin("conformance"), "server", "--url", url, "--scenario", s], { timeout: 120000 }).catch((e) => e);
		const passed = Number(r.stdout?.match(/Passed: (\d+)\//)?.[1] ?? 0);
		check(`conformance of the ${what}: ${s}`, !r.code && passed > 0, r.stdout);
	}
}

async function knowAll() {
	const all = (await run(process.execPath, [bin("conformance"), "list", "--server"])).stdout.match(/^ +- (\S+)/gm).map((l) => l.trim().slice(2));
	check("conformance: there are scenarios", all.length > 30, all.join());
	for (const s of all) {
		if (doNotApply[s]) console.log(`skip conformance: ${s}: ${doNotApply[s]}`);
		else check(`conformance: ${s} is known here`, ofProduct.includes(s) || ofFixtures.includes(s));
	}
}

const p = makeProjects();
const serving = [];
try {
	await run(program, ["init", p.app]);
	await run(program, ["init", p.lib]);
	const names = await sdk(p);
	const product = await serveProduct(p);
	serving.push(product);
	const suite = await serveFixtures();
	serving.push(suite);
	await inspector(p, [program, "mcp"], "standard input", names);
	await inspector(p, [product.url, "--transport", "http"], "HTTP", names);
	await knowAll();
	await conformance("product", product.url, ofProduct);
	await conformance("fixtures", suite.url, [...ofProduct, ...ofFixtures]);
} finally {
	for (const s of serving) s.server.kill("SIGINT");
	rmSync(p.dir, { recursive: true, force: true });
}
console.log(failures ? `${failures} failed` : "all passed");
process.exit(failures ? 1 : 0);
