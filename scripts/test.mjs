// Runs all checks and tests. The last line is `N passed, N failed`.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb, isBuilt } from './build-web.mjs'
import { provideChromium } from './chromium.ts'
import { provideFfmpeg } from './ffmpeg.ts'
import { provideOffsite } from './offsite.ts'
import { withProjectLock } from './lock-project.mjs'
import { readPlaywrightReport, readVitestReport } from './read-test-reports.ts'
import { runCheck, runChecker } from './run-check.mjs'
import { endWithNpm, runNode } from './run-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isLong = process.argv.includes('--long')
const results = mkdtempSync(join(tmpdir(), 'karyashala-results-'))
let passed = 0
/** @type {string[]} */
const failures = []
const env = { ...process.env, ...(isLong && { TEST_LONG: '1' }) }

/** @param {string} name @param {() => Promise<void>} check */
async function checkOne(name, check) {
  const failure = await runCheck(name, check)
  if (failure === undefined) passed++
  else failures.push(failure)
  return failure === undefined
}

async function checkCode() {
  await checkOne('types', () => runChecker(root, 'scripts/typecheck.mjs'))
  await checkOne('lint', () => runChecker(root, 'scripts/lint.mjs'))
  await checkOne('format', () => runChecker(root, 'node_modules/@biomejs/biome/bin/biome', 'format'))
  await checkOne('imports', () => runChecker(root, 'scripts/check-imports.ts'))
}

/** @returns {Promise<boolean>} */
function checkBuild() {
  return checkOne('build', async () => {
    if (!isBuilt(root)) await withProjectLock(root, async () => isBuilt(root) || buildWeb(root, process.execPath, process.env))
  })
}

async function runVitest() {
  const file = join(results, 'vitest.json')
  const args = ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  add(
    'vitest',
    await runNode(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root, env }),
    file,
    readVitestReport,
  )
}

async function runPlaywright() {
  if (globSync('tests/e2e/**/*.test.ts', { cwd: root }).length === 0) return
  /** @type {string | undefined} */
  let chromium
  const found = await checkOne('browser', async () => {
    chromium = provideChromium(console.log)
  })
  if (!found) return
  const file = join(results, 'playwright.json')
  const args = ['test', '--reporter=line,json']
  add(
    'playwright',
    await runNode(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), ...args], {
      cwd: root,
      env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }),
    file,
    readPlaywrightReport,
  )
}

/**
 * @param {string} name
 * @param {number} code
 * @param {string} file
 * @param {(report: unknown) => import('./read-test-reports.ts').TestReport} read
 */
function add(name, code, file, read) {
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failures: [] }
  passed += report.passed
  failures.push(...report.failures)
  // The runner crashed, or failed to tear down something.
  if (code !== 0 && report.failures.length === 0) failures.push(`${name} ended with code ${code}`)
}

endWithNpm()
try {
  const [built] = await Promise.all([checkBuild(), isLong || checkCode()])
  // The long tests make HLS.
  if (isLong) {
    await checkOne('ffmpeg', async () => void provideFfmpeg(console.log))
    // A machine without apt runs the other tests of backups.
    provideOffsite(console.log)
  }
  await runVitest()
  if (built) await runPlaywright()
} catch (error) {
  failures.push(String(error))
  console.error(error)
} finally {
  rmSync(results, { recursive: true, force: true })
}
if (failures.length > 0) console.log(`Failures:\n${failures.join('\n')}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 || (!isLong && passed === 0) ? 1 : 0
