import { chmod, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Printed } from '#server/platform/cli/printed.ts'
import { maintenanceFile } from './maintenance.ts'

const usage = `npm run maintenance -- on|off|status [ADDRESS…]
  on       pages can be read; whoever signs in, pays or changes something reads that it works again in a few minutes
  ADDRESS  of each process, such as http://127.0.0.1:3000; by default HOST and PORT`

const pollMs = 200

/** What a process says of itself; `away` when none answers. */
export type ServerState = 'quiet' | 'writes' | 'away'

interface School {
  dataDir: string
  /** Of the processes that are asked. */
  servers: readonly string[]
  stateOf(server: string): Promise<ServerState>
  /** Milliseconds that calls and jobs which have begun may take. */
  patienceMs?: number
}

/** Has a school only be read for a time, and waits until nothing is written any more. */
export async function runMaintenance(
  { dataDir, servers, stateOf, patienceMs = 60_000 }: School,
  args: string[],
): Promise<Printed> {
  const [command = '', ...addresses] = args
  const asked = addresses.length > 0 ? addresses.map((address) => address.replace(/\/$/, '')) : servers
  if (!['on', 'off', 'status'].includes(command) || !asked.every((address) => URL.canParse(address)))
    return { lines: [usage], code: 2 }
  const file = join(dataDir, maintenanceFile)
  if (command === 'off') {
    await rm(file, { force: true })
    return { lines: ['The school is open: people can sign in and pay.'], code: 0 }
  }
  if (command === 'status') {
    const since = await stat(file).catch(() => undefined)
    return { lines: [since ? `The school is only read since ${since.mtime.toISOString()}.` : 'The school is open.'], code: 0 }
  }
  await writeFile(file, `${new Date().toISOString()}\n`, { flag: 'a' })
  // Root may have switched, and the account of the school makes the backup that holds it.
  await chmod(file, 0o644)
  const lines: string[] = []
  const deadline = Date.now() + patienceMs
  for (const server of asked) {
    let state = await stateOf(server)
    while (state !== 'quiet' && state !== 'away' && Date.now() < deadline) {
      await wait(pollMs)
      state = await stateOf(server)
    }
    if (state === 'away') lines.push(`No server answers at ${server}. One that starts there is only read, too.`)
    else if (state === 'quiet') lines.push(`${server} writes nothing any more.`)
    else
      return {
        lines: [
          ...lines,
          `${server} still writes after ${patienceMs / 1000} seconds. Look at its log, or stop it, before you make the last backup.`,
        ],
        code: 1,
      }
  }
  return { lines: [...lines, 'The school is only read, until: npm run maintenance -- off.'], code: 0 }
}
