import { Button } from '../parts/button.tsx'

interface SaveBarProps {
  isNew: boolean
  isDirty: boolean
  isSaving: boolean
  saveLabel: string
  onDiscard: () => void
}

/** Stays in sight while something is not saved. */
export function SaveBar({ isNew, isDirty, isSaving, saveLabel, onDiscard }: SaveBarProps) {
  if (!isDirty && !isNew) return null
  return (
    <div className="flex items-center gap-2 border-t border-line bg-sand px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-8">
      <p role="status" className="mr-auto font-semibold">
        {isDirty ? 'Unsaved changes' : ''}
      </p>
      <Button onClick={onDiscard} disabled={isSaving}>
        {isNew ? 'Cancel' : 'Discard'}
      </Button>
      <Button type="submit" variant="primary" pending={isSaving && 'Saving…'}>
        {saveLabel}
      </Button>
    </div>
  )
}
