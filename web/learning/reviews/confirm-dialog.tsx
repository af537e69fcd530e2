import { useState } from 'react'
import type { OwnReview } from '#contract/learning/reviews.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { messageOf } from '#web/lib/api.ts'

interface Props {
  title: string
  description: string
  action: string
  act: () => Promise<OwnReview>
  onClose: () => void
  onDone: (own: OwnReview) => void
}

/** Asks before an act on the review that cannot be taken back. */
export default function ConfirmDialog({ title, description, action, act, onClose, onDone }: Props) {
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async () => {
    setRunning(true)
    setProblem('')
    try {
      const own = await act()
      onClose()
      onDone(own)
    } catch (error) {
      setProblem(messageOf(error, 'This could not be done. Please try again.'))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <Button variant="primary" pending={running && 'One moment…'} onClick={() => void run()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
