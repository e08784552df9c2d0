// Reads what vitest and Playwright print.

/** Adds up the summaries of vitest ("Tests  1 failed | 2 passed (3)") and Playwright ("  2 passed (1.0s)"). */
export function countTests(output) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const line of output.split('\n')) {
    const parts = /^\s+Tests\s.*\(\d+\)$/.test(line)
      ? line.split('|')
      : /^\s+\d+ \w+( \(.*\))?$/.test(line)
        ? [line]
        : []
    for (const part of parts) {
      const [, number, word] = /(\d+) (passed|failed|skipped|todo)/.exec(part) ?? []
      if (number) total[word === 'todo' ? 'skipped' : word] += Number(number)
    }
  }
  return total
}

const VITEST_FILE = /^ [✓❯] (\S+\.test\.tsx?) \(/
const VITEST_TEST = /^ {3,}[✓×] (.+?) +(\d+)ms$/
const PLAYWRIGHT_TEST = /^\s+[✓✘]\s+\d+ \[test\] › (\S+?):\d+:\d+ › (.+) \(([\d.]+)(ms|s|m)\)$/
const UNITS = { ms: 0.001, s: 1, m: 60 }

/** The tests that took longest, slowest first: {seconds, test}. vitest prints only those over 0.3 s. */
export function slowestTests(output, count) {
  const tests = []
  let file = ''
  for (const line of output.split('\n')) {
    const [, vitestFile] = VITEST_FILE.exec(line) ?? []
    if (vitestFile) file = vitestFile
    const [, title, ms] = VITEST_TEST.exec(line) ?? []
    if (title) tests.push({ seconds: Number(ms) / 1000, test: `${file} › ${title}` })
    const [, spec, sentence, number, unit] = PLAYWRIGHT_TEST.exec(line) ?? []
    if (spec) tests.push({ seconds: Number(number) * UNITS[unit], test: `${spec} › ${sentence}` })
  }
  return tests.sort((a, b) => b.seconds - a.seconds).slice(0, count)
}

/** What vitest and Playwright say of the failures after their last test, at most `count` lines; '' = nothing failed. */
export function failures(output, count) {
  const lines = []
  let end = null
  for (const line of output.split('\n')) {
    if (end?.test(line)) end = null
    else if (/^⎯+ Failed (Tests|Suites) \d+ ⎯+$/.test(line)) end = /^ Test Files /
    else if (/^ {2}1\) \[/.test(line)) end = /^ {2}\d+ failed/
    if (end && line.trim() !== '') lines.push(line)
  }
  return lines.slice(0, count).join('\n')
}
