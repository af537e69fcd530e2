import { Notice } from '#ui/notice.tsx'
import { useRootData } from './root-data.ts'

/** Says where codes arrive. Only in the demo. */
export function InboxNote() {
  const inboxUrl = useRootData()?.demo?.inboxUrl
  if (inboxUrl === undefined) return null
  return (
    <Notice tone="plain" title="This is a demo">
      <p>
        Codes arrive in the{' '}
        <a href={inboxUrl} target="_blank" rel="noreferrer" className="font-semibold underline">
          inbox of the demo
        </a>
        .
      </p>
    </Notice>
  )
}
