import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { fetchChunksFirst } from './vite.fetch-chunks.ts'
import { reportUpdates } from './vite.report-updates.ts'

// The staff console: a bundle of its own, so that the public pages never load a part of it.
export default defineConfig({
  root: 'console',
  base: '/console/',
  publicDir: false,
  plugins: [tailwindcss(), fetchChunksFirst(), reportUpdates('console/main.ts')],
  cacheDir: '../node_modules/.vite-console',
  build: {
    outDir: `../${process.env.BUILD_DIR ?? 'build'}/console`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
})
