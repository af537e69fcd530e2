import { media, type MediaRecord, removePicture } from '#contract/site/staff/media.ts'
import { call } from '#console/kit/api/client.ts'
import { Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { CropField } from './crop-field.tsx'
import { chooseFile, replaceFile } from './replace-file.ts'
import { FocalField } from './focal-field.tsx'
import { PictureGrid } from './picture-grid.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { UploadButton } from './upload-button.tsx'

type Values = FormValues<typeof media>

const nameOf = ({ name }: MediaRecord) => name

export const screen = defineScreen({
  resource: media,
  title: 'Media',
  one: 'picture',
  labels: { name: 'Name', alt: 'Description for people who do not see it', crop: 'Visible part', focal: 'Focal point' },
  nameOf,
  columns: [{ name: 'name' }],
  filters: [],
  empty: 'There are no pictures yet. Drop some on this page, or upload them.',
  blank: { name: '', alt: '', focal: 'cm', crop: null },
  Rows: PictureGrid,
  Make: UploadButton,
  Panel: PicturePanel,
  Form: PictureForm,
  acts: [
    {
      label: 'Replace the file',
      permission: 'media:write',
      run: async (record) => {
        const file = await chooseFile()
        if (!file) return
        await replaceFile(record, file)
        notify(`${record.name} is replaced everywhere it is shown.`)
      },
    },
    {
      label: 'Remove',
      permission: 'media:write',
      when: ({ uses }) => uses === 0,
      run: ({ id }) => call(removePicture, { params: { id } }),
      confirm: (record) => ({
        title: `Remove ${record.name}?`,
        text: 'Nothing shows this picture. It can not be brought back.',
        action: 'Remove picture',
      }),
      done: (record) => `${record.name} is removed.`,
      removes: true,
    },
  ],
})

function PictureForm({ record }: { record: MediaRecord | null }) {
  if (!record) return <p>Pictures are uploaded from the list.</p>
  return (
    <>
      <Section title="Text" text="The description is read aloud to people who do not see the picture.">
        <TextField<Values> name="name" required maxLength={120} />
        <TextareaField<Values> name="alt" empty="" hint="What the picture shows, in a sentence. Leave it empty for decoration." />
      </Section>
      <Section title="Visible part" text="Pages show only this part. The whole picture stays in the library.">
        <CropField path={record.whole_path} />
      </Section>
      <Section title="Focal point" text="This point stays in sight where a page shows less than the visible part.">
        <FocalField path={record.whole_path} />
      </Section>
    </>
  )
}
