import { Button } from '#ui/button.tsx'

/** The value of the button that saves and goes on. */
export const saveAndContinue = 'continue'

interface SaveBarProps {
  isNew: boolean
  isDirty: boolean
  isSaving: boolean
  saveLabel: string
  onDiscard: () => void
  /** A button that saves and goes on, such as to the sending. */
  continueLabel?: string | undefined
}

/** Stays in sight while something is not saved. */
export function SaveBar({ isNew, isDirty, isSaving, saveLabel, onDiscard, continueLabel }: SaveBarProps) {
  if (!isDirty && !isNew) return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sand px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-8">
      <p role="status" className={`mr-auto font-semibold ${continueLabel ? 'max-sm:basis-full' : ''}`}>
        {isDirty ? 'Unsaved changes' : ''}
      </p>
      <Button onClick={onDiscard} disabled={isSaving}>
        {isNew ? 'Cancel' : 'Discard'}
      </Button>
      <Button type="submit" {...(continueLabel ? {} : { variant: 'primary' })} pending={isSaving && 'Saving…'}>
        {saveLabel}
      </Button>
      {continueLabel ? (
        <Button type="submit" value={saveAndContinue} variant="primary" disabled={isSaving}>
          {continueLabel}
        </Button>
      ) : null}
    </div>
  )
}
