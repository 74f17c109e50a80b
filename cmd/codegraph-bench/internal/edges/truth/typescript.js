// Writes what the TypeScript compiler knows of the uses of names in a tree, one
// JSON object a line: a header, then facts. Run as
//
//	node typescript.js DIR OUTPUT
//
// where require("typescript") finds the compiler. Each file is checked with the
// options of the nearest tsconfig.json above it; packages that the tree imports
// have to be in its node_modules, or their uses are not known.
"use strict";

const fs = require("fs");
const path = require("path");
const ts = require("typescript");

const root = fs.realpathSync(process.argv[2]);
const skipped = new Set(["node_modules", "dist", "build", "coverage", "temp", "out"]);
const extension = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;

function sourceFiles(dir, found) {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (entry.name.startsWith(".")) continue;
    const name = path.join(dir, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) sourceFiles(name, found);
    } else if (entry.isFile() && extension.test(entry.name)) {
      found.push(name);
    }
  }
  return found;
}

const nearest = new Map(); // the configuration of a directory
function configOf(dir) {
  if (!nearest.has(dir)) {
    const here = path.join(dir, "tsconfig.json");
    const above = path.dirname(dir);
    nearest.set(dir, fs.existsSync(here) ? here : dir === root || above === dir ? "" : configOf(above));
  }
  return nearest.get(dir);
}

function optionsOf(config) {
  let options = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, target: ts.ScriptTarget.ESNext };
  if (config) {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} };
    const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
    if (parsed) options = parsed.options;
  }
  return { ...options, allowJs: true, noEmit: true, skipLibCheck: true, composite: false, incremental: false, traceResolution: false, maxNodeModuleJsDepth: 0 };
}

// position returns the line of an offset and its column in bytes of UTF-8, both
// from 1. Lines end with \n only, as in the index.
function position(file, offset) {
  if (!file.lineStarts_) {
    file.lineStarts_ = [0];
    for (let i = file.text.indexOf("\n"); i >= 0; i = file.text.indexOf("\n", i + 1)) file.lineStarts_.push(i + 1);
  }
  const starts = file.lineStarts_;
  let low = 0;
  for (let high = starts.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: Buffer.byteLength(file.text.slice(starts[low], offset)) + 1 };
}

const relative = (name) => path.relative(root, name).split(path.sep).join("/");
const inTree = (name) => {
  const rel = relative(name);
  return !rel.startsWith("..") && !rel.includes("node_modules/");
};

// outsideName returns the package that a file belongs to.
function outsideName(name) {
  const at = name.lastIndexOf("node_modules/");
  if (at < 0) return name;
  const parts = name.slice(at + "node_modules/".length).split("/");
  return parts[0].startsWith("@") ? parts[0] + "/" + parts[1] : parts[0];
}

class Checker {
  constructor(program) {
    this.checker = program.getTypeChecker();
  }

  // symbolAt returns what a name stands for, imports followed.
  symbolAt(node) {
    let symbol = this.checker.getSymbolAtLocation(node);
    if (symbol && node.parent && ts.isShorthandPropertyAssignment(node.parent)) {
      symbol = this.checker.getShorthandAssignmentValueSymbol(node.parent);
    }
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    return symbol && symbol.declarations && symbol.declarations.length ? symbol : undefined;
  }

  fact(node, kind, symbol) {
    const at = position(node.getSourceFile(), node.getStart());
    const fact = { file: relative(node.getSourceFile().fileName), ...at, name: node.text, kind };
    const declarations = symbol.declarations.flatMap((d) => this.places(d, kind));
    const inside = declarations.filter((d) => inTree(d.getSourceFile().fileName));
    if (inside.length) {
      fact.targets = inside.map((d) => {
        const file = d.getSourceFile();
        const named = ts.getNameOfDeclaration(d) || d;
        return { file: relative(file.fileName), line: position(file, named.getStart()).line, name: symbol.name };
      });
    } else {
      fact.outside = outsideName(symbol.declarations[0].getSourceFile().fileName);
    }
    return fact;
  }

  // places returns the declarations that are right for a use: of a class that is
  // made or called as super, its constructors too.
  places(declaration, kind) {
    if (ts.isClassLike(declaration) && (kind === "instantiate" || kind === "call" || kind === "decorate")) {
      return [declaration, ...declaration.members.filter(ts.isConstructorDeclaration)];
    }
    return [declaration];
  }

  // callKind tells calls of functions from those of values and through interfaces.
  callKind(symbol) {
    const kinds = symbol.declarations.map((d) => {
      if (ts.isMethodSignature(d) || ts.isPropertySignature(d) || ts.getCombinedModifierFlags(d) & ts.ModifierFlags.Abstract) return "dynamic call";
      if (ts.isFunctionLike(d) || ts.isClassLike(d)) return "call";
      if ((ts.isVariableDeclaration(d) || ts.isPropertyDeclaration(d) || ts.isPropertyAssignment(d)) && this.isFunction(d.initializer)) return "call";
      if (ts.isBinaryExpression(d) && this.isFunction(d.right)) return "call";
      return "value call";
    });
    return kinds.includes("call") ? "call" : kinds[0];
  }

  // isFunction looks through casts and parentheses.
  isFunction(node) {
    while (node && (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression?.(node) || ts.isTypeAssertionExpression(node))) {
      node = node.expression;
    }
    return !!node && (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node));
  }
}

// called returns the name that is called, undefined where there is none.
function called(expression) {
  for (;;) {
    if (ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression) || ts.isExpressionWithTypeArguments(expression)) {
      expression = expression.expression;
    } else if (ts.isPropertyAccessExpression(expression)) {
      return expression.name;
    } else {
      return ts.isIdentifier(expression) ? expression : undefined;
    }
  }
}

// role returns how a name is used by what is around it, "" for declarations.
function role(node) {
  let top = node;
  if (ts.isPropertyAccessExpression(top.parent) && top.parent.name === top) top = top.parent;
  else if (ts.isQualifiedName(top.parent) && top.parent.right === top) top = top.parent;
  while (ts.isParenthesizedExpression(top.parent) || ts.isNonNullExpression(top.parent)) top = top.parent;
  const parent = top.parent;
  if ((ts.isCallExpression(parent) || ts.isDecorator(parent)) && parent.expression === top) {
    const decorator = ts.isDecorator(parent) || ts.isDecorator(parent.parent);
    return decorator ? "decorate" : "call";
  }
  if (ts.isTaggedTemplateExpression(parent) && parent.tag === top) return "call";
  if (ts.isNewExpression(parent) && parent.expression === top) return "instantiate";
  if (ts.isJsxOpeningLikeElement(parent) && parent.tagName === top) return "call";
  if (ts.isExpressionWithTypeArguments(parent) && parent.expression === top && ts.isHeritageClause(parent.parent)) return "extends";
  if (ts.isTypeReferenceNode(parent) && parent.typeName === top) return "type";
  if (ts.isDeclaration(node.parent) && ts.getNameOfDeclaration(node.parent) === node) {
    return ts.isShorthandPropertyAssignment(node.parent) ? "value" : "";
  }
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isExportSpecifier(parent) || ts.isNamespaceImport(parent)) return "";
  if (ts.isBindingElement(parent) || ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return "";
  if (ts.isJsxClosingElement(parent)) return "";
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return "field";
  return "value";
}

// isLocal tells variables and parameters of functions, whose uses are no edges.
function isLocal(symbol) {
  const d = symbol.declarations[0];
  if (ts.isParameter(d)) return !ts.isParameterPropertyDeclaration(d, d.parent);
  if (ts.isTypeParameterDeclaration(d) || ts.isBindingElement(d)) return true;
  if (!ts.isVariableDeclaration(d)) return false;
  for (let n = d.parent; n; n = n.parent) if (ts.isFunctionLike(n)) return true;
  return false;
}

function visit(checker, node, emit) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
    let kind = role(node);
    const symbol = kind && node.text ? checker.symbolAt(node) : undefined;
    if (symbol && !(symbol.flags & ts.SymbolFlags.ValueModule && symbol.declarations.some(ts.isSourceFile))) {
      if (kind === "call") kind = checker.callKind(symbol);
      if (kind === "field" && symbol.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Function)) kind = "value";
      if (kind.endsWith("call") || !isLocal(symbol)) emit(checker.fact(node, kind, symbol));
    }
  }
  if (node.kind === ts.SyntaxKind.SuperKeyword && ts.isCallExpression(node.parent) && node.parent.expression === node) {
    const symbol = checker.checker.getTypeAtLocation(node).symbol;
    if (symbol && symbol.declarations) emit({ ...checker.fact(node, "call", symbol), name: "super" });
  }
  ts.forEachChild(node, (child) => visit(checker, child, emit));
}

function main() {
  const byConfig = new Map();
  for (const name of sourceFiles(root, [])) {
    const config = configOf(path.dirname(name));
    if (!byConfig.has(config)) byConfig.set(config, []);
    byConfig.get(config).push(name);
  }
  let failures = 0;
  const facts = [];
  for (const [config, names] of byConfig) {
    const program = ts.createProgram({ rootNames: names, options: optionsOf(config) });
    const checker = new Checker(program);
    for (const name of names) {
      const file = program.getSourceFile(name);
      if (!file) continue;
      failures += program.getSyntacticDiagnostics(file).length;
      visit(checker, file, (fact) => facts.push(JSON.stringify(fact)));
    }
  }
  const header = JSON.stringify({ language: "typescript", by: "the compiler of TypeScript " + ts.version, failures });
  const out = fs.openSync(process.argv[3], "w");
  fs.writeFileSync(out, header + "\n");
  for (let i = 0; i < facts.length; i += 4096) fs.writeFileSync(out, facts.slice(i, i + 4096).join("\n") + "\n");
  fs.closeSync(out);
}

main();
