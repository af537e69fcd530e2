import { useEffect, useRef, useState } from 'react'

/**
 * A mail as its reader sees it. It is drawn in a page of its own, because mails have styles inside, which the policy of the
 * console refuses.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!isReady || !page) return
    page.documentElement.innerHTML = html
    for (const link of page.querySelectorAll('a')) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  }, [html, isReady])
  return (
    <iframe
      ref={frame}
      src="/console/mail-frame"
      title={title}
      // No script runs inside. Links open a page of their own.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={() => setIsReady(true)}
      className="h-[34rem] w-full rounded-md border border-line bg-surface"
    />
  )
}
