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

/** Says with what to pay. Only in the demo. */
export function CardNote() {
  if (!useRootData()?.demo) return null
  return (
    <Notice tone="plain" title="This is a demo">
      <p>
        No money moves. Pay with the card <span className="figures font-semibold whitespace-nowrap">4100 2800 0000 1007</span>,
        any later month, any CVV and any name, or with the UPI address <span className="font-semibold">success@razorpay</span>.
      </p>
    </Notice>
  )
}
