import type { FieldValues } from 'react-hook-form'
import type { Common } from './frame.tsx'
import { ListField } from './lines-field.tsx'
import { TextareaField, TextField } from './text-field.tsx'

/** Any form that has parts of a page. */
type Pages = Record<string, { title: string; description: string }[]>

/** The parts of a page: headings with plain text, which are reordered by their handles. */
export function SectionsField<Values extends FieldValues = never>({ name }: Pick<Common<Values>, 'name'>) {
  return (
    <ListField<Pages, string>
      name={name}
      label="Parts"
      one="part"
      blank={{ title: '', description: '' }}
      hint="A blank line begins a new paragraph."
    >
      {(path) => (
        <>
          <TextField<Pages> name={`${path}.title`} label="Heading" required maxLength={200} />
          <TextareaField<Pages> name={`${path}.description`} label="Text" required />
        </>
      )}
    </ListField>
  )
}
