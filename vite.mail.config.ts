import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

// The layouts of mails and of documents as modules that Node can import; packages stay outside them.
export default defineConfig({
  publicDir: false,
  plugins: [recordSources()],
  build: {
    ssr: true,
    outDir: `${process.env.BUILD_DIR ?? 'build'}/mail`,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rollupOptions: {
      input: { 'mail-html': 'server/messaging/mail/rendering/mail-html.tsx', documents: 'server/platform/documents/index.tsx' },
      output: { entryFileNames: '[name].js' },
    },
  },
})

/** Writes `sources.json`: the digest of each file that went into the build. The tests build again when one has changed. */
function recordSources(): Plugin {
  const root = import.meta.dirname
  return {
    name: 'record-sources',
    generateBundle() {
      const modules = [...this.getModuleIds()].filter((id) => id.startsWith(`${root}/`) && !id.includes('/node_modules/'))
      const files = [...modules.map((id) => relative(root, id)), 'vite.mail.config.ts', 'package-lock.json']
      const digests = files.map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(`${root}/${file}`))
          .digest('hex'),
      ])
      this.emitFile({ type: 'asset', fileName: 'sources.json', source: JSON.stringify(Object.fromEntries(digests), null, 2) })
    },
  }
}
