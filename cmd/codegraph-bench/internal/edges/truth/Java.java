import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import com.sun.tools.javac.tree.JCTree;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Writes what javac knows of the uses of names in a tree, one JSON object a line: a header, then
 * facts. Run as
 *
 * <pre>java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED Java.java DIR OUTPUT</pre>
 *
 * All files are compiled together; of several that declare the same type the first one counts. What
 * the tree needs beside its own sources is looked for in the class path that the environment
 * variable CLASSPATH names; uses of what is not there are not known.
 */
class Java {
  private final Path root;
  private final Writer out;
  private final Map<String, Source> sources = new HashMap<>();
  private Trees trees;

  Java(Path root, Writer out) {
    this.root = root;
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(Path.of(args[1]))) {
      new Java(Path.of(args[0]).toRealPath(), out).run();
    }
  }

  private void run() throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    var options = List.of("-proc:none", "-implicit:none", "-Xmaxerrs", "1000000", "-nowarn");
    var task = (JavacTask) compiler.getTask(Writer.nullWriter(), manager, diagnostics, options, null, manager.getJavaFileObjectsFromPaths(files()));
    trees = Trees.instance(task);
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    long failures = diagnostics.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).count();
    out.write("{\"language\":\"java\",\"by\":\"javac " + System.getProperty("java.version") + "\",\"failures\":" + failures + "}\n");
    for (var unit : units) {
      new Uses(unit).scan(unit, null);
    }
  }

  /** The sources, by path. Those that declare a module would hide the class path. */
  private List<Path> files() throws IOException {
    Set<String> declared = new HashSet<>();
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java") && Files.isRegularFile(p))
          .sorted()
          .filter(p -> p.endsWith("package-info.java") || declared.add(source(p).packageName() + "/" + p.getFileName()))
          .collect(Collectors.toList());
    }
  }

  private Source source(Path file) {
    return sources.computeIfAbsent(root.relativize(file).toString().replace('\\', '/'), name -> new Source(name, file));
  }

  private Source source(CompilationUnitTree unit) {
    return source(Path.of(unit.getSourceFile().toUri()));
  }

  /** The uses of names in one file. */
  private class Uses extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final Source source;

    Uses(CompilationUnitTree unit) {
      this.unit = unit;
      this.source = source(unit);
    }

    @Override
    public Void visitImport(ImportTree tree, Void p) {
      return null;
    }

    @Override
    public Void visitPackage(PackageTree tree, Void p) {
      return scan(tree.getAnnotations(), p);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void p) {
      use(tree.getName().toString(), start(tree));
      return null;
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void p) {
      use(tree.getIdentifier().toString(), end(tree) - tree.getIdentifier().length());
      return super.visitMemberSelect(tree, p);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void p) {
      if (tree.getMode() == MemberReferenceTree.ReferenceMode.INVOKE) {
        use(tree.getName().toString(), end(tree) - tree.getName().length());
      }
      return super.visitMemberReference(tree, p);
    }

    private int start(Tree tree) {
      return (int) trees.getSourcePositions().getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
      return (int) trees.getSourcePositions().getEndPosition(unit, tree);
    }

    /** Writes the fact of the name that the current path leads to. */
    private void use(String name, int at) {
      Element element = trees.getElement(getCurrentPath());
      // A name that is not in the text is one that the compiler has put there.
      if (element == null || !source.text.startsWith(name, Math.max(at, 0)) || at < 0 || element.asType().getKind() == TypeKind.ERROR) {
        return;
      }
      String role = role(getCurrentPath());
      String kind = kindOf(element, role);
      if (kind.isEmpty()) {
        return;
      }
      List<Element> targets = new ArrayList<>(List.of(element));
      TreePath made = getCurrentPath().getParentPath();
      if (role.equals("instantiate") && made.getLeaf() instanceof NewClassTree created && created.getClassBody() == null) {
        Element constructor = trees.getElement(made);
        if (constructor != null) {
          targets.add(constructor);
        }
      } else if (element.getKind() == ElementKind.CONSTRUCTOR) {
        targets.add(element.getEnclosingElement());
      }
      write(name, at, kind, element, targets);
    }

    private void write(String name, int at, String kind, Element element, List<Element> targets) {
      Set<String> places = new TreeSet<>();
      targets.forEach(t -> place(t, places));
      StringBuilder fact = new StringBuilder("{\"file\":" + quote(source.path) + "," + source.position(at) + ",\"name\":" + quote(name) + ",\"kind\":\"" + kind + "\"");
      if (!places.isEmpty()) {
        fact.append(",\"targets\":[").append(String.join(",", places)).append("]");
      } else if (trees.getPath(outermost(element)) == null) {
        fact.append(",\"outside\":").append(quote(packageOf(element)));
      } else {
        return; // made by the compiler: values() of an enum
      }
      try {
        out.write(fact.append("}\n").toString());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Adds the place where an element of the tree is declared. */
  private void place(Element element, Set<String> places) {
    TreePath path = trees.getPath(element);
    if (path == null || !(path.getLeaf() instanceof JCTree declaration)) {
      return;
    }
    if (element.getKind() == ElementKind.CONSTRUCTOR && !(declaration instanceof JCTree.JCMethodDecl)) {
      return;
    }
    String name = element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement().getSimpleName().toString() : element.getSimpleName().toString();
    Source source = source(path.getCompilationUnit());
    int at = source.find(name, declaration.pos);
    if (at >= 0) { // else the compiler has made it
      places.add("{\"file\":" + quote(source.path) + ",\"line\":" + source.line(at) + ",\"name\":" + quote(name) + "}");
    }
  }

  /** How a name is used by what is around it. */
  private static String role(TreePath path) {
    Tree tree = path.getLeaf();
    Tree parent = path.getParentPath().getLeaf();
    if (parent instanceof ParameterizedTypeTree generic && generic.getType() == tree) {
      tree = parent;
      path = path.getParentPath();
      parent = path.getParentPath().getLeaf();
    }
    if (parent instanceof MethodInvocationTree call && call.getMethodSelect() == tree) {
      return "call";
    }
    if (parent instanceof NewClassTree created && created.getIdentifier() == tree) {
      return "instantiate";
    }
    if (parent instanceof MemberReferenceTree made && made.getMode() == MemberReferenceTree.ReferenceMode.NEW && made.getQualifierExpression() == tree) {
      return "instantiate";
    }
    if (parent instanceof AnnotationTree annotation && annotation.getAnnotationType() == tree) {
      return "decorate";
    }
    if (parent instanceof ClassTree type && (type.getExtendsClause() == tree || type.getImplementsClause().contains(tree))) {
      // The body of new T() {} has T for its base, too.
      return path.getParentPath().getParentPath().getLeaf() instanceof NewClassTree ? "instantiate" : "extends";
    }
    return "";
  }

  /** The row that a use counts in; see factKinds. Empty for what is no edge. */
  private static String kindOf(Element element, String role) {
    switch (element.getKind()) {
      case METHOD:
        if (!role.equals("call")) {
          return "value";
        }
        boolean open = element.getModifiers().contains(Modifier.ABSTRACT) || element.getEnclosingElement().getKind() == ElementKind.INTERFACE;
        return open && !element.getModifiers().contains(Modifier.STATIC) ? "dynamic call" : "call";
      case CONSTRUCTOR:
        return "call";
      case CLASS, INTERFACE, ENUM, RECORD, ANNOTATION_TYPE:
        return role.isEmpty() || role.equals("call") ? "type" : role;
      case FIELD, ENUM_CONSTANT, RECORD_COMPONENT:
        return List.of("this", "super", "class", "length").contains(element.getSimpleName().toString()) ? "" : "field";
      default:
        return "";
    }
  }

  private static Element outermost(Element element) {
    while (element.getEnclosingElement() != null && !(element.getEnclosingElement() instanceof PackageElement)) {
      element = element.getEnclosingElement();
    }
    return element;
  }

  private static String packageOf(Element element) {
    Element outer = outermost(element);
    return outer instanceof TypeElement type && type.getEnclosingElement() instanceof PackageElement in ? in.getQualifiedName().toString() : outer.toString();
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** A file of the tree. */
  private static class Source {
    private static final Pattern PACKAGE = Pattern.compile("^package\\s+([\\w.]+)", Pattern.MULTILINE);

    final String path;
    final String text;
    private final List<Integer> lines = new ArrayList<>(List.of(0)); // where they begin

    Source(String path, Path file) {
      this.path = path;
      try {
        text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
        lines.add(i + 1);
      }
    }

    String packageName() {
      Matcher m = PACKAGE.matcher(text);
      return m.find() ? m.group(1) : "";
    }

    /** The line of an offset, from 1. */
    int line(int at) {
      int low = 0;
      for (int high = lines.size(); high - low > 1; ) {
        int middle = (low + high) >>> 1;
        if (lines.get(middle) <= at) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low + 1;
    }

    /** An offset as line and column in bytes of UTF-8, both from 1. */
    String position(int at) {
      int line = line(at);
      int column = text.substring(lines.get(line - 1), at).getBytes(StandardCharsets.UTF_8).length + 1;
      return "\"line\":" + line + ",\"column\":" + column;
    }

    /** Where a declaration that begins at an offset, its modifiers left out, has its name. */
    int find(String name, int from) {
      Matcher m = Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(text);
      return m.find(from) && !text.substring(from, m.start()).matches("(?s).*[;{}].*") ? m.start() : -1;
    }
  }
}
