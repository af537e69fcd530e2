import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A supervisor whose server dies once. It says so, also through `console`, and answers when the server runs again. */
const source = `
  import ${JSON.stringify(join(import.meta.dirname, 'ignore-lost-lines.mjs'))}
  import { createServer } from 'node:net'
  import { superviseServer } from ${JSON.stringify(join(import.meta.dirname, 'supervise-server.ts'))}
  import { writeLine } from ${JSON.stringify(join(import.meta.dirname, 'write-line.ts'))}
  const free = createServer().listen(0, '127.0.0.1', () => {
    const { port } = free.address()
    free.close(() => void run(port))
  })
  async function run(port) {
    const program = "require('http').createServer((_, answer) => answer.end(String(process.pid))).listen(" + port + ", '127.0.0.1')"
    const readyUrl = 'http://127.0.0.1:' + port + '/'
    const server = await superviseServer({
      args: ['--input-type=commonjs', '-e', program], cwd: '.', env: process.env, readyUrl, signal: new AbortController().signal,
      pauses: { shortest: 10, longest: 10 },
      async log(line) {
        console.error(line)
        console.log(line)
        writeLine(line)
        if (!line.includes('ready again')) return
        await server.stop()
        process.send('runs again')
        process.disconnect()
      },
    })
    process.kill(Number(await (await fetch(readyUrl)).text()), 'SIGKILL')
  }`

test.each(['a full disk', 'a closed pipe'])('a supervisor outlives %s under its log [SEC-075]', async (kind) => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const log = kind === 'a full disk' ? full : 'pipe'
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', log, log, 'ipc'] })
  onTestFinished(() => void supervisor.kill('SIGKILL'))
  supervisor.stdout?.destroy()
  supervisor.stderr?.destroy()
  const [message] = await Promise.race([once(supervisor, 'message'), once(supervisor, 'exit')])
  expect(message).toBe('runs again')
})
