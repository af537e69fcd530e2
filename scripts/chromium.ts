import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runApt } from './apt.ts'

/** The headless shell comes first, because it takes two thirds of the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const cachedPaths = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]

/**
 * Returns the path of Chromium: CHROMIUM_PATH, an installed browser, or Playwright's download. Returns null without one.
 * @throws Error when CHROMIUM_PATH is not a working browser
 */
export function findChromium(): string | null {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (runs(configured)) return configured
    throw new Error(`CHROMIUM_PATH=${configured} cannot be run: correct it, or leave it away.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name))).concat(macPaths)
  return installed.concat(listCached()).find(runs) ?? null
}

/**
 * Finds Chromium or installs it, with apt if sudo needs no password, else with Playwright.
 * @throws Error with instructions for a manual installation
 */
export function provideChromium(log: (line: string) => void): string {
  const found = findChromium()
  if (found) return found
  log('Chromium is not on this machine and is installed …')
  const aptError = installWithApt() ?? ''
  const afterApt = findChromium()
  if (afterApt) return afterApt
  const root = fileURLToPath(new URL('..', import.meta.url))
  const playwright = spawnSync(
    process.execPath,
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'],
    { cwd: root, encoding: 'utf8' },
  )
  const fetched = findChromium()
  if (fetched) return fetched
  const reasons = [aptError, playwright.stderr]
    .map((text) => text?.trim().split('\n').at(-1))
    .filter(Boolean)
    .join('; ')
  throw new Error(
    `Chromium is missing and could not be installed (${reasons}): install it, for example with "sudo apt-get install chromium", or set CHROMIUM_PATH.`,
  )
}

/** Returns the error message, or null on success. */
function installWithApt(): string | null {
  const install = ['install', '-y', '--no-install-recommends']
  return runApt(['update']) ?? (runApt([...install, 'chromium-headless-shell']) && runApt([...install, 'chromium']))
}

function listCached(): string[] {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ]
  return caches.flatMap((cache) => {
    if (!cache || !existsSync(cache)) return []
    const versions = readdirSync(cache)
      .filter((name) => name.startsWith('chromium-'))
      .toSorted()
      .toReversed()
    return versions.flatMap((version) => cachedPaths.map((path) => join(cache, version, path)))
  })
}

/** Runs `--version`, because Ubuntu's package may be a script that only asks for snap. */
function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    execFileSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
