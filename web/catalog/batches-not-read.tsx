import { Notice } from '#ui/notice.tsx'

/** In place of a list of batches that could not be read. */
export function BatchesNotRead() {
  return (
    <Notice tone="bad" title="Failed to load upcoming batches">
      <p>Please reload the page in a moment.</p>
    </Notice>
  )
}
