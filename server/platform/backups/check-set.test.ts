import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { createBucket } from '#tests/school/s3-bucket.ts'
import { openBucket } from '#server/platform/files/s3-bucket.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { checkSet, findSet } from './check-set.ts'
import { makeSet, type Making } from './make-set.ts'
import { listSets } from './manifest.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** A school with files, on a PostgreSQL that is not in its data folder, and a place for its sets. */
async function openSchool() {
  const shop = await createTestApp()
  const folder = makeFolder('backups-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const put = (path: string, content: string) => {
    mkdirSync(join(dataDir, path, '..'), { recursive: true })
    writeFileSync(join(dataDir, path), content)
  }
  put('media/library/one/960.webp', 'a picture')
  put('media/work/7/answer.pdf', 'what a student handed in')
  put('recordings/9/index.m3u8', 'a recording')
  put('secrets.json', '{"authSecret":"the secret of this school"}')
  const place = join(folder, 'sets')
  const making: Making = {
    connectionString: shop.deps.config.databaseUrl,
    dataDir,
    place,
    passphrase: 'five words of a sentence',
    environment: {},
    s3: undefined,
    root,
  }
  return { shop, place, dataDir, put, making, make: (more: Partial<Making> = {}) => makeSet({ ...making, ...more }) }
}

test('a set holds the school and agrees with its checksums', async () => {
  const { make, place, shop } = await openSchool()
  const set = await make()
  expect(set.manifest).toMatchObject({
    format: 'karyashala-backup',
    database: { kind: 'snapshot' },
    parts: { media: { files: 2 }, recordings: { files: 1 }, database: { files: 1 }, wal: { files: 0 }, keys: { files: 1 } },
    rows: { app_clock: 1 },
  })
  await checkSet(set)
  expect((await findSet(place)).folder).toBe(set.folder)
  expect(readFileSync(join(set.folder, 'keys.sealed'), 'latin1')).not.toContain('the secret of this school')
  expect(JSON.stringify(shop.logged)).not.toContain('five words')
})

test('files of a bucket stand in the folders of a disk', async () => {
  const { make } = await openSchool()
  const s3 = await createBucket()
  const bucket = openBucket(s3)
  await bucket.put('library/three/960.webp', Buffer.from('a picture of the bucket'))
  await bucket.put('recordings/12/part.m4s', Buffer.from('a part'))
  const first = await make({ s3 })
  expect(first.manifest.parts).toMatchObject({ media: { files: 3 }, recordings: { files: 2 } })
  expect(readFileSync(join(first.folder, 'media/library/three/960.webp'), 'utf8')).toBe('a picture of the bucket')
  expect(readFileSync(join(first.folder, 'recordings/12/part.m4s'), 'utf8')).toBe('a part')
  const second = await make({ s3 })
  expect(statSync(join(second.folder, 'recordings/12/part.m4s')).ino).toBe(
    statSync(join(first.folder, 'recordings/12/part.m4s')).ino,
  )
  await checkSet(second)
})

test('unchanged files of the set before need no room', async () => {
  const { make, put } = await openSchool()
  const first = await make()
  put('media/library/two/960.webp', 'another picture')
  const second = await make()
  const inode = (folder: string, path: string) => statSync(join(folder, path)).ino
  expect(inode(second.folder, 'media/work/7/answer.pdf')).toBe(inode(first.folder, 'media/work/7/answer.pdf'))
  expect(second.manifest.parts.media.files).toBe(3)
  rmSync(first.folder, { recursive: true })
  await checkSet(second)
})

test.each([
  ['a changed byte', (folder: string) => writeFileSync(join(folder, 'media/work/7/answer.pdf'), 'what a student handed iN')],
  ['a missing file', (folder: string) => rmSync(join(folder, 'media/work/7/answer.pdf'))],
  ['an added file', (folder: string) => writeFileSync(join(folder, 'media/work/7/more.pdf'), '')],
  [
    'a list of checksums of another set',
    (folder: string) => {
      writeFileSync(join(folder, 'media/work/7/answer.pdf'), '')
      const list = readFileSync(join(folder, 'checksums.sha256'), 'utf8')
      const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
      writeFileSync(join(folder, 'checksums.sha256'), list.replace(/^\w+(?= {2}media\/work)/m, empty))
    },
  ],
])('%s is found', async (_case, damage) => {
  const { make } = await openSchool()
  const set = await make()
  damage(set.folder)
  await expect(checkSet(set)).rejects.toThrow(/changed since|is missing|was not in the set|differs from its manifest/)
})

test('a set that was broken off is never listed', async () => {
  const { make, place } = await openSchool()
  const set = await make()
  const brokenOff = join(place, '.unfinished-999999999-x')
  renameSync(set.folder, brokenOff)
  expect(await listSets(place)).toEqual([])
  await make()
  expect(existsSync(brokenOff)).toBe(false)

  const [other] = await listSets(place)
  rmSync(join(other?.folder ?? '', 'manifest.json'))
  await expect(findSet(place)).rejects.toThrow(/is no complete backup set/)
})

test('a stopped backup leaves nothing', async () => {
  const { make, place } = await openSchool()
  await expect(make({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped')
  expect(readdirSync(place)).toEqual([])
})

test.each([
  ['without the secrets of the server', (school: Making) => ({ dataDir: join(school.dataDir, 'media') }), /^Set AUTH_SECRET/],
  [
    'into the files of the school',
    (school: Making) => ({ place: join(school.dataDir, 'media', 'sets') }),
    /folder of the school/,
  ],
])('a backup %s is refused', async (_case, more, message) => {
  const { make, making } = await openSchool()
  await expect(make(more(making))).rejects.toThrow(message)
})

test('a second backup at once is refused', async () => {
  const { make } = await openSchool()
  const [one, two] = await Promise.allSettled([make(), make()])
  expect([one.status, two.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = [one, two].find((result) => result.status === 'rejected')
  expect(String(refused?.reason)).toMatch(/Another backup of this school is running/)
})
