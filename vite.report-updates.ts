import { statSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** Runs in the browser. Data is loaded before a changed page is shown, so a change is shown when the page differs and has its heading. */
const client = `
if (import.meta.hot) {
  const { hot } = import.meta
  const report = () => requestAnimationFrame(() => hot.send('report:shown'))
  const observe = (target) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('h1')) return
      observer.disconnect()
      report()
    })
    observer.observe(target, { childList: true, subtree: true, characterData: true })
  }
  hot.on('vite:beforeUpdate', ({ updates }) => {
    if (updates.some(({ type }) => type === 'js-update')) observe(document.body)
    else report()
  })
  hot.on('vite:beforeFullReload', () => sessionStorage.setItem('reloads', ''))
  if (sessionStorage.getItem('reloads') !== null) {
    sessionStorage.removeItem('reloads')
    observe(document)
  }
}`

/** Prints how long after its last save the browser shows a changed file. `entry` is the first module of the browser. */
export function reportUpdates(entry: string): Plugin {
  const root = import.meta.dirname
  let changed: string | undefined
  return {
    name: 'report-updates',
    apply: 'serve',
    configureServer({ ws }) {
      ws.on('report:shown', () => {
        // Each open tab says so.
        if (changed === undefined) return
        const milliseconds = Math.round(Date.now() - statSync(changed).mtimeMs)
        console.log(`${relative(root, changed)}: shown after ${milliseconds} ms`)
        changed = undefined
      })
    },
    hotUpdate({ file, modules }) {
      if (modules.length > 0) changed = file
    },
    transform: {
      filter: { id: `${root}/${entry}` },
      handler: (code) => ({ code: code + client, map: null }),
    },
  }
}
