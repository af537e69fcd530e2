import { ListField } from './lines-field.tsx'
import { TextareaField, TextField } from './text-field.tsx'

/** The parts of a page: headings with plain text, which are reordered by their handles. */
export function SectionsField({ name }: { name: string }) {
  return (
    <ListField
      name={name}
      label="Parts"
      one="part"
      blank={{ title: '', description: '' }}
      hint="A blank line begins a new paragraph."
    >
      {(path) => (
        <>
          <TextField name={`${path}.title`} label="Heading" required maxLength={200} />
          <TextareaField name={`${path}.description`} label="Text" required />
        </>
      )}
    </ListField>
  )
}
