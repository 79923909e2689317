/**
 * Lists the tests of `python -m unittest`, or runs one of them: `list` or `run NAME RESULTS`, then the user's own
 * arguments, which are read by unittest itself. A name is a test's id, with ` #2` and so on for equal ones.
 */
export const unittestProgram = `
import json, os, sys, time, unittest

mode, rest = sys.argv[1], sys.argv[2:]
if mode == "run":
    wanted, results, rest = rest[0], rest[1], rest[2:]
sys.path.insert(0, os.getcwd())

def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test

def named(suite):
    seen = {}
    for test in flat(suite):
        seen[test.id()] = seen.get(test.id(), 0) + 1
        count = seen[test.id()]
        yield (test.id() if count == 1 else "%s #%d" % (test.id(), count)), test

def described(name, test):
    if type(test).__name__ == "_FailedTest":
        path = test._testMethodName.replace(".", "/") + ".py"
        return {"name": name, "file": path if os.path.exists(path) else test._testMethodName, "titles": []}
    module = sys.modules.get(type(test).__module__)
    path = getattr(module, "__file__", None)
    file = os.path.relpath(path).replace(os.sep, "/") if path else type(test).__module__
    titles = type(test).__qualname__.split(".") + [getattr(test, "_testMethodName", str(test))]
    return {"name": name, "file": file, "titles": titles}

class Result(unittest.TextTestResult):
    worst, message = None, None

    def note(self, status, message=None):
        order = [None, "passed", "skipped", "failed"]
        if order.index(status) > order.index(self.worst):
            self.worst, self.message = status, message

    def addSuccess(self, test):
        super().addSuccess(test); self.note("passed")
    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err); self.note("passed")
    def addSkip(self, test, reason):
        super().addSkip(test, reason); self.note("skipped")
    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test); self.note("failed", "it was expected to fail")
    def addError(self, test, err):
        super().addError(test, err); self.note("failed", "%s: %s" % (err[0].__name__, err[1]))
    def addFailure(self, test, err):
        super().addFailure(test, err); self.note("failed", str(err[1]))
    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            params = ", ".join("%s=%r" % pair for pair in subtest.params.items())
            self.note("failed", "%s: %s" % (params, err[1]))

class Runner(unittest.TextTestRunner):
    resultclass = Result

    def run(self, suite):
        if mode == "list":
            for name, test in named(suite):
                print("\\n" + json.dumps(described(name, test)), flush=True)
            return unittest.TestResult()
        chosen = [test for name, test in named(suite) if name == wanted]
        started = time.monotonic()
        result = super().run(unittest.TestSuite(chosen))
        told = {"name": wanted, "status": result.worst, "ms": (time.monotonic() - started) * 1000}
        if result.message is not None:
            told["message"] = result.message
        if chosen and result.worst is not None:
            with open(results, "a", encoding="utf-8") as file:
                file.write(json.dumps(told) + "\\n")
        return result

unittest.main(module=None, argv=["python -m unittest"] + rest, testRunner=Runner)
`;
