import type { DeclaredRunner } from "../recognising/recognise.ts";
import type { DeclaredTests } from "./declaration.ts";
import { unittestProgram } from "./unittest-program.ts";

/**
 * How the tests of known runners are listed and run one at a time. Besides what every declaration may say, `{program}`
 * is the program with what makes it run tests (`go test`), `{interpreter}` what stands before its `-m`, `{arguments}`
 * are the user's, `{kept}` the same without what we set ourselves, and `{options}` these without filters.
 */
export const readyEntries: Readonly<Record<DeclaredRunner, DeclaredTests>> = {
  pytest: {
    runner: "pytest",
    list: {
      command: ["{program}", "{arguments}", "--collect-only", "--verbosity=-1", "--color=no", "--rootdir=."],
      pattern: "^(?<name>(?<file>[^\\s:][^:]*)::\\S.*)$",
      brokenPattern: "^ERROR (?<file>[^\\s:][^:]*?)(?: - .*)?$",
      separator: "::",
      parameters: "[",
    },
    run: { command: ["{program}", "{options}", "--rootdir=.", "--junitxml={results}", "{name}"] },
    results: { format: "junit" },
    valueOptions: [
      "-k",
      "-m",
      "-c",
      "-o",
      "-p",
      "-r",
      "-W",
      "-n",
      "--rootdir",
      "--confcutdir",
      "--basetemp",
    ].concat(
      [
        "--ignore",
        "--ignore-glob",
        "--deselect",
        "--maxfail",
        "--tb",
        "--cov",
        "--cov-report",
        "--durations",
      ],
      ["--log-level", "--log-cli-level", "--import-mode", "--override-ini", "--pythonwarnings", "--color"],
    ),
    replacedOptions: ["--junitxml", "--junit-xml"],
  },
  unittest: {
    runner: "unittest",
    list: {
      command: ["{interpreter}", "-c", unittestProgram, "list", "{arguments}"],
      format: "json-lines",
    },
    run: {
      command: ["{interpreter}", "-c", unittestProgram, "run", "{name}", "{results}", "{arguments}"],
    },
    results: { format: "json-lines" },
  },
  "go test": {
    runner: "go test",
    list: { command: ["{program}", "-json", "-list", ".", "{kept}"], format: "go" },
    run: { command: ["{program}", "-json", "-count=1", "-run", "^{name:regex}$", "{options}", "{file}"] },
    results: { format: "go", from: "stdout", several: true },
    valueOptions: [
      "-C",
      "-p",
      "-tags",
      "-timeout",
      "-parallel",
      "-cpu",
      "-mod",
      "-modfile",
      "-overlay",
    ].concat(
      [
        "-ldflags",
        "-gcflags",
        "-asmflags",
        "-covermode",
        "-coverpkg",
        "-coverprofile",
        "-exec",
        "-o",
        "-shuffle",
      ],
      ["-skip", "-vet", "-bench", "-benchtime", "-fuzz", "-fuzztime", "-pgo"],
    ),
    replacedOptions: ["-run", "-count", "-list"],
  },
  "dotnet test": {
    runner: "dotnet test",
    list: {
      command: ["{program}", "--list-tests", "{arguments}"],
      pattern: "^ {4}(?<name>\\S.*)$",
      filePattern: "^\\s*Test run for .*?(?<file>[^\\\\/]+\\.(?:dll|exe))",
      separator: ".",
      parameters: "(",
      cutParameters: true,
    },
    run: {
      command: ["{program}", "--filter", "FullyQualifiedName={name}|Name={name}", "--logger", "trx"].concat([
        "--results-directory",
        "{folder}",
        "{kept}",
      ]),
    },
    results: { format: "trx", several: true },
    replacedOptions: ["--filter", "--results-directory"],
  },
};
