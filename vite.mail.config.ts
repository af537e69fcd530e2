import { defineConfig } from 'vite'

// The templates of mails and of documents as modules that Node can import; packages stay outside them.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'build/mail',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rollupOptions: {
      input: { templates: 'server/mail/templates/index.tsx', documents: 'server/documents/index.tsx' },
      output: { entryFileNames: '[name].js' },
    },
  },
})
