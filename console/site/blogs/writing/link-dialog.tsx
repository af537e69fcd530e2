import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { isLink } from '#contract/rules.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'

/** Sets, changes or removes the link of the selected text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const now: unknown = editor.getAttributes('link')['href']
  const [address, setAddress] = useState(typeof now === 'string' ? now : '')
  const [error, setError] = useState<string>()
  const link = () => editor.chain().extendMarkRange('link')
  return (
    <Dialog
      open
      onClose={onClose}
      // At once and with the selection. The command `focus` of the editor waits for a frame.
      returnFocus={() => editor.view.focus()}
      title="Link"
      description="An address of the web, a mail address after mailto:, or a page of the site that begins with /."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The form of the article stands around this one in React's tree.
          event.stopPropagation()
          const href = withProtocol(address.trim())
          if (!isLink(href)) return setError('A link begins with https://, http://, mailto: or /.')
          link().setLink({ href }).run()
          onClose()
        }}
      >
        <Field
          label="Address"
          value={address}
          error={error}
          maxLength={2000}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setAddress(event.target.value)}
        />
        <DialogActions>
          {typeof now === 'string' ? (
            <Button
              onClick={() => {
                link().unsetLink().run()
                onClose()
              }}
            >
              Remove the link
            </Button>
          ) : null}
          <Button type="submit" variant="primary">
            Set the link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** People type addresses without their beginning. */
function withProtocol(address: string): string {
  if (/^[^\s@/:]+@[^\s@/]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`
  return /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(address) ? `https://${address}` : address
}
