import { defineConfig } from 'vite'

// The mail templates as one module that Node can import; packages stay outside it.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/mail/templates/index.tsx',
    outDir: 'build/mail',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'templates.js' } },
  },
})
