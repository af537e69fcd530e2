import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { readTar, TarDamaged, tarEnd, tarHeader, tarPadding } from './tar.ts'

const files: Record<string, string> = {
  'README.md': 'short',
  'empty.txt': '',
  'media/block.bin': 'x'.repeat(512),
  [`media/${'long/'.repeat(60)}name.txt`]: 'a path of 300 characters',
  'documents/प्रमाण.pdf': 'a name in Hindi',
}

function folder(): string {
  const made = makeFolder('tar-')
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function archive(entries: Record<string, string>): Buffer {
  const parts = Object.entries(entries).flatMap(([path, text]) => {
    const content = Buffer.from(text)
    return [tarHeader(path, content.length, new Date(0)), content, tarPadding(content.length)]
  })
  return Buffer.concat([...parts, tarEnd])
}

async function readAll(file: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { path, content } of readTar(file)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    found[path] = Buffer.concat(chunks).toString()
  }
  return found
}

test('tar unpacks what is written', () => {
  const place = folder()
  writeFileSync(join(place, 'all.tar'), archive(files))
  execFileSync('tar', ['-xf', 'all.tar'], { cwd: place })
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(place, path), 'utf8')).toBe(text)
})

test('what tar packs is read', async () => {
  const place = folder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), text)
  }
  execFileSync('tar', ['--format=posix', '-czf', 'all.tar.gz', ...Object.keys(files)], { cwd: place })
  expect(await readAll(join(place, 'all.tar.gz'))).toEqual(files)
})

test('a file of more than eight gigabytes says its size', () => {
  const header = tarHeader('recording.mp4', 9 * 1024 ** 3, new Date(0))
  expect(header.toString()).toContain(`size=${9 * 1024 ** 3}\n`)
})

test('a damaged archive is refused', async () => {
  const file = join(folder(), 'all.tar.gz')
  const whole = archive(files)
  const damagedHeader = Buffer.from(whole)
  damagedHeader[3] = 0x21
  const cut = gzipSync(whole).subarray(0, -40)
  const link = Buffer.from(whole)
  // A symbolic link, with the checksum of its header.
  link[156] = '2'.charCodeAt(0)
  const sum = (Number.parseInt(link.toString('latin1', 148, 154), 8) + 2).toString(8).padStart(6, '0')
  link.write(sum, 148)
  for (const content of [
    gzipSync(damagedHeader),
    cut,
    gzipSync(link),
    gzipSync(whole.subarray(0, 700)),
    Buffer.from('no gzip'),
  ]) {
    writeFileSync(file, content)
    await expect(readAll(file)).rejects.toThrow(TarDamaged)
  }
})
