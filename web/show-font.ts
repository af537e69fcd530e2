const page = document.documentElement
const shown = 'font-shown'

/**
 * Shows the web font. A visitor who has it in the browser's cache sees it with the first paint. On the first page it loads after the
 * first paint, because its 38 KB would be on the way of it; until then text has a font of the system in the same widths.
 */
export function showFont(): void {
  if (wasShown()) {
    page.dataset['font'] = ''
    preload()
    return
  }
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    addEventListener('load', () => void loadFont())
    return
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    void loadFont()
  })
  observer.observe({ type: 'paint', buffered: true })
}

async function loadFont(): Promise<void> {
  // The page changes once, when the font is there. Without it the text stays as it is.
  const faces = await document.fonts.load('1em "Bricolage Grotesque"').catch(() => [])
  if (faces.length === 0) return
  page.dataset['font'] = ''
  try {
    localStorage.setItem(shown, '')
  } catch {
    // Without storage each page is like the first one.
  }
}

function wasShown(): boolean {
  try {
    return localStorage.getItem(shown) !== null
  } catch {
    return false
  }
}

/** Starts before the stylesheet that names the font has arrived. */
function preload(): void {
  const link = document.createElement('link')
  Object.assign(link, {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
    href: page.dataset['fontFile'],
  })
  document.head.append(link)
}
