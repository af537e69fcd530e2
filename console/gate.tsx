import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { restore } from '#console/kit/api/renew.ts'
import { useSession } from '#console/kit/api/session.ts'
import { ConnectionError } from '#contract/client.ts'
import { Failed } from '#console/kit/parts/states.tsx'
import { PictureLibrary } from '#console/site/media/pictures.tsx'
import { SendingVideos } from '#console/classes/recordings/sending-videos.tsx'
import { Shell } from '#console/kit/shell/shell.tsx'
import { StepUpDialog } from '#console/people/sign-in/step-up-dialog.tsx'
import { SignIn } from '#console/people/sign-in/sign-in.tsx'

/**
 * Lets staff in. When a session ends, the pages stay under the sign-in, so that nothing typed is lost. Another person
 * gets pages and data of their own.
 */
export function Gate() {
  const { state, staff } = useSession()
  const client = useQueryClient()
  const id = staff?.id
  useEffect(() => {
    // Asked here, because the page of an invitation needs no session.
    if (state === 'restoring') void restore()
  }, [state])
  useEffect(() => {
    if (id === undefined) client.clear()
  }, [client, id])

  if (state === 'restoring') return <div aria-busy="true" className="h-dvh bg-canvas" />
  if (state === 'unreachable') {
    return (
      <main className="grid min-h-dvh place-items-center">
        <h1 className="sr-only">Console</h1>
        <Failed error={new ConnectionError(null)} onRetry={() => void restore()} />
      </main>
    )
  }
  if (!staff) return <SignIn />
  return (
    <>
      <Shell
        key={staff.id}
        overlays={
          <>
            <SendingVideos />
            <StepUpDialog />
          </>
        }
      >
        <PictureLibrary>
          <Outlet />
        </PictureLibrary>
      </Shell>
      <Dialog.Root open={state === 'ended'} disablePointerDismissal>
        <Dialog.Portal>
          <Dialog.Popup className="fixed inset-0 z-70 overflow-y-auto bg-sand">
            <Dialog.Title className="sr-only">Please sign in again</Dialog.Title>
            <SignIn ended email={staff.email} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}
