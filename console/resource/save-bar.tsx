import { Button } from '../parts/button.tsx'

/** The value of the button that saves and goes on. */
export const goesOn = 'go on'

interface SaveBarProps {
  isNew: boolean
  isDirty: boolean
  isSaving: boolean
  saveLabel: string
  onDiscard: () => void
  /** A button that saves and goes on, such as to the sending. */
  andThen?: string | undefined
}

/** Stays in sight while something is not saved. */
export function SaveBar({ isNew, isDirty, isSaving, saveLabel, onDiscard, andThen }: SaveBarProps) {
  if (!isDirty && !isNew) return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sand px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-8">
      <p role="status" className={`mr-auto font-semibold ${andThen ? 'max-sm:basis-full' : ''}`}>
        {isDirty ? 'Unsaved changes' : ''}
      </p>
      <Button onClick={onDiscard} disabled={isSaving}>
        {isNew ? 'Cancel' : 'Discard'}
      </Button>
      <Button type="submit" {...(andThen ? {} : { variant: 'primary' })} pending={isSaving && 'Saving…'}>
        {saveLabel}
      </Button>
      {andThen ? (
        <Button type="submit" value={goesOn} variant="primary" disabled={isSaving}>
          {andThen}
        </Button>
      ) : null}
    </div>
  )
}
