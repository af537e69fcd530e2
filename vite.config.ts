import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './vite.chunk-groups.ts'
import { contractLiterals } from './vite.contract-literals.ts'
import { fetchChunksFirst } from './vite.fetch-chunks.ts'
import { iconImports } from './vite.icon-imports.ts'
import { inlineScripts } from './vite.inline-scripts.ts'
import { reportUpdates } from './vite.report-updates.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    inlineScripts(),
    contractLiterals(),
    iconImports(),
    fetchChunksFirst(),
    reportUpdates('web/entry.client.tsx'),
  ],
  // Named, so that the first page met while developing is not loaded anew when one of them turns up.
  optimizeDeps: {
    include: [
      '@base-ui/react/dialog',
      '@hookform/resolvers/zod',
      '@tanstack/react-query',
      'lucide-react',
      'react-hook-form',
      'react-toastify/unstyled',
      'zod',
    ],
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    // One bundle with its packages: the server starts sooner than with a file for each module. Vite can't evaluate CommonJS itself.
    ...(command === 'build' && { ssr: { resolve: { noExternal: true } } }),
    client: { build: { rolldownOptions: { output: { codeSplitting: chunkGroups } } } },
  },
}))
