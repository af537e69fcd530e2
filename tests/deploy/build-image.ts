import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { providePrograms, withSystem } from './debian.ts'

const root = join(import.meta.dirname, '../..')
/** Debian's base system takes a minute to make, so it stays on the machine. */
const baseSystem = join(tmpdir(), 'karyashala-debian-bookworm')
const debian = 'docker.io/library/debian:bookworm-slim'
const node = 'docker.io/library/node:24-bookworm-slim'

export interface Images {
  /** Runs podman on these images. Returns what it prints. @throws with its errors */
  podman(...args: string[]): Promise<string>
  /** What a container wrote. */
  logs(container: string): Promise<string>
  /** Builds `Containerfile`. Returns the name of the image. */
  build(version: string): Promise<string>
  /** Makes another image of one, with a file added at an absolute path. Returns its name. */
  addFile(image: string, file: string, path: string, version: string): Promise<string>
  remove(): Promise<void>
}

/**
 * Opens a store of images with the two bases of `Containerfile`. No registry of images is asked: both are made of Debian's packages, of
 * this machine's npm and of the product's own Node.
 */
export async function openImages(): Promise<Images> {
  providePrograms({ buildah: 'buildah', podman: 'podman', runc: 'runc', debootstrap: 'debootstrap' })
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-images-'))
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const env = { ...withSystem(), BUILDAH_ISOLATION: 'chroot', TMPDIR: folder }
  const runBoth = (program: string, args: string[]) =>
    promisify(execFile)(program, args, { cwd: root, env, maxBuffer: 64 * 1024 ** 2 })
  const run = async (program: string, args: string[]) => (await runBoth(program, args)).stdout.trim()
  const buildah = (...args: string[]) => run('buildah', [...store, ...args])
  /** @param work makes changes in a container of the base */
  const change = async (base: string, name: string, work: (container: string) => Promise<unknown>) => {
    const container = await buildah('from', '--pull-never', base)
    await work(container)
    await buildah('commit', '--quiet', '--format', 'docker', '--rm', container, name)
    return name
  }

  if (!existsSync(baseSystem)) {
    const draft = mkdtempSync(join(dirname(baseSystem), 'karyashala-debian-draft-'))
    await run('debootstrap', ['--variant=minbase', 'bookworm', draft])
    renameSync(draft, baseSystem)
  }
  await change('scratch', debian, async (container) => {
    await buildah('add', '--quiet', container, baseSystem, '/')
    if (existsSync('/etc/ssl/certs')) await buildah('add', '--quiet', container, '/etc/ssl/certs', '/etc/ssl/certs')
  })
  const npm = join(await run('npm', ['root', '--global']), 'npm')
  const npmSettings = await run('npm', ['config', 'get', 'globalconfig'])
  await change(debian, node, async (container) => {
    await buildah('add', '--quiet', container, process.execPath, '/usr/local/bin/node')
    await buildah('add', '--quiet', container, npm, '/usr/local/lib/node_modules/npm')
    if (existsSync(npmSettings)) await buildah('add', '--quiet', container, npmSettings, '/usr/local/etc/npmrc')
    await buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  })

  const podmanArgs = [...store, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs']
  return {
    podman: (...args) => run('podman', [...podmanArgs, ...args]),
    async logs(container) {
      const { stdout, stderr } = await runBoth('podman', [...podmanArgs, 'logs', container])
      return stdout + stderr
    },
    async build(version) {
      const name = `localhost/karyashala:${version}`
      const args = ['--build-arg', `VERSION=${version}`, '--build-arg', 'REVISION=of-the-test']
      await buildah('build', '--pull-never', '--format', 'docker', '--layers=false', ...args, '--tag', name, '.')
      return name
    },
    addFile: (image, file, path, version) =>
      change(image, `localhost/karyashala:${version}`, async (container) => {
        await buildah('add', '--quiet', container, file, path)
        await buildah('config', '--label', `org.opencontainers.image.version=${version}`, container)
      }),
    async remove() {
      mkdirSync(folder, { recursive: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
