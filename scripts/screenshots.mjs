// Takes every screen at three widths in both themes into screenshots/. Arguments go to Playwright.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideChromium } from './chromium.ts'
import { endWithNpm, runNode } from './run-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const playwright = join(root, 'node_modules/@playwright/test/cli.js')

endWithNpm()
const args = process.argv.slice(2)
if (args.length === 0) rmSync(join(root, 'screenshots'), { recursive: true, force: true })
const env = { ...process.env, CHROMIUM_PATH: provideChromium(console.log) }
process.exitCode = await runNode(
  process.execPath,
  [playwright, 'test', '-c', 'tests/screenshots/playwright.config.ts', '--reporter=line', ...args],
  { cwd: root, env },
)
