import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { type CourseInput, type CourseRecord, courses } from '#contract/catalog/staff/courses.ts'
import { call } from '#console/kit/api/client.ts'
import { certificateRuleOptions } from '#contract/certificate-rules.ts'
import { ImageField } from '#console/kit/fields/image-field.tsx'
import { LinesField, ListField } from '#console/kit/fields/lines-field.tsx'
import { NumberField, RupeesField } from '#console/kit/fields/number-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { SuggestField } from '#console/kit/fields/suggest-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import type { Blank, FormPart } from '#console/kit/resource/screen.ts'
import { drawnPicture } from './course-panel.tsx'
import { CoursePrice } from './course-price.tsx'
import { CurriculumField } from './curriculum-field.tsx'
import { SlugField } from './slug-field.tsx'

/** The sections of the form, with the fields that each holds. */
export const courseParts: readonly FormPart<keyof CourseInput>[] = [
  {
    title: 'Basics',
    fields: ['title', 'slug', 'category', 'difficulty_level', 'course_type', 'duration', 'university'],
  },
  { title: 'Price', fields: ['price', 'discounts'] },
  { title: 'Texts', fields: ['description', 'overview'] },
  { title: 'Picture', fields: ['image'] },
  { title: 'Curriculum', fields: ['curriculum', 'module_weeks', 'weekly_hours_outside'] },
  { title: 'Learning', fields: ['objectives', 'skills_covered', 'tools_covered', 'prerequisites', 'target_audience'] },
  { title: 'Work', fields: ['projects', 'assessment_methods', 'certifications', 'support'] },
  { title: 'Certificate', fields: ['certificate_rule', 'certificate_percent'] },
  { title: 'Reasons', fields: ['why_enroll_for_this_training', 'training_features'] },
  { title: 'Afterwards', fields: ['designations', 'average_package'] },
  { title: 'Questions', fields: ['faqs'] },
  { title: 'Reviews', fields: ['reviews'] },
]

/** All that the page of a course shows. */
export function CourseForm({ record }: { record: CourseRecord | null }) {
  const used = useUsedWords()
  return (
    <>
      <Section title="Basics" text="Visitors see this in the list of courses and at the top of the page.">
        <TextField<CourseInput> name="title" required maxLength={120} />
        <Pair>
          <SlugField isNew={record === null} />
          <SuggestField<CourseInput> name="category" required maxLength={60} suggestions={used.category} />
          <SuggestField<CourseInput> name="difficulty_level" required maxLength={60} suggestions={used.difficulty_level} />
          <SuggestField<CourseInput> name="course_type" required maxLength={60} suggestions={used.course_type} />
          <TextField<CourseInput> name="duration" required maxLength={60} hint="Such as “16 weeks”." />
          <SuggestField<CourseInput> name="university" required maxLength={120} suggestions={used.university} />
        </Pair>
      </Section>
      <Section title="Price" text="The first discount counts. The list price is then shown struck through.">
        <Pair>
          <RupeesField<CourseInput> name="price" required />
          <ResultingPrice />
        </Pair>
        <ListField<CourseInput, 'discounts'>
          name="discounts"
          one="discount"
          blank={{ value: '' }}
          hint="A percentage such as 20%, or rupees such as ₹5,000."
        >
          {(path, index) => (
            <TextField<CourseInput> name={`${path}.value`} label={`Discount ${index + 1}`} required maxLength={20} />
          )}
        </ListField>
      </Section>
      <Section title="Texts">
        <TextareaField<CourseInput>
          name="description"
          required
          hint="One or two sentences for lists and search engines, at most 400 characters."
        />
        <TextareaField<CourseInput> name="overview" required rows={6} hint="An empty line begins a paragraph." />
      </Section>
      <Section title="Picture" text="A picture of 16 by 10 shows best. Without one, the site draws a picture.">
        <ImageField<CourseInput> name="image" drawn={record ? drawnPicture(record.id) : undefined} />
      </Section>
      <Section title="Curriculum" text="Modules with their parts and topics. Give the weeks of all modules or of none.">
        <CurriculumField />
        <div className="max-w-60">
          <NumberField<CourseInput> name="weekly_hours_outside" after="hours" />
        </div>
      </Section>
      <Section title="Learning" text="A pasted list makes one line for each of its lines.">
        <LinesField<CourseInput> name="objectives" one="objective" />
        <LinesField<CourseInput> name="skills_covered" one="skill" />
        <LinesField<CourseInput> name="tools_covered" one="tool" />
        <LinesField<CourseInput> name="prerequisites" one="prerequisite" />
        <LinesField<CourseInput> name="target_audience" one="group" />
      </Section>
      <Section title="Work" text="What students make, how it is judged, and who helps.">
        <LinesField<CourseInput> name="projects" one="project" />
        <LinesField<CourseInput> name="assessment_methods" one="method" />
        <LinesField<CourseInput> name="certifications" one="certificate" />
        <LinesField<CourseInput> name="support" one="item" />
      </Section>
      <Section title="Certificate" text="What a student does for it. Without a rule, that of the settings counts.">
        <Pair>
          <SelectField<CourseInput> name="certificate_rule" options={certificateRuleOptions} placeholder="As in the settings" />
          <NumberField<CourseInput> name="certificate_percent" hint="Of the classes or exercises. Empty: as in the settings." />
        </Pair>
      </Section>
      <Section title="Reasons" text="Why people choose this course.">
        <LinesField<CourseInput> name="why_enroll_for_this_training" one="reason" />
        <ListField<CourseInput, 'training_features'>
          name="training_features"
          one="feature"
          blank={{ title: '', point1: '', point2: '', point3: '' }}
        >
          {(path) => (
            <>
              <TextField<CourseInput> name={`${path}.title`} label="Title" required maxLength={120} />
              {(['point1', 'point2', 'point3'] as const).map((point, index) => (
                <TextField<CourseInput>
                  key={point}
                  name={`${path}.${point}`}
                  label={`Point ${index + 1}`}
                  required
                  maxLength={300}
                />
              ))}
            </>
          )}
        </ListField>
      </Section>
      <Section title="Afterwards" text="Say only what the school can show.">
        <LinesField<CourseInput> name="designations" one="role" />
        <TextField<CourseInput> name="average_package.package" label="Pay" empty="" maxLength={120} />
        <TextField<CourseInput> name="average_package.salary_hike" label="Rise in pay" empty="" maxLength={120} />
      </Section>
      <Section title="Questions">
        <ListField<CourseInput, 'faqs'> name="faqs" one="question" blank={{ question: '', answers: [''] }}>
          {(path) => (
            <>
              <TextField<CourseInput> name={`${path}.question`} label="Question" required maxLength={300} />
              <LinesField<CourseInput> name={`${path}.answers`} label="Answer" one="paragraph" tall />
            </>
          )}
        </ListField>
      </Section>
      <Section title="Reviews" text="What students of this course have said, with their consent.">
        <ListField<CourseInput, 'reviews'>
          name="reviews"
          one="review"
          blank={{ name: '', course: record?.title ?? '', feedback: '' }}
        >
          {(path) => (
            <>
              <Pair>
                <TextField<CourseInput> name={`${path}.name`} label="Name" required maxLength={80} />
                <TextField<CourseInput> name={`${path}.course`} label="Course" required maxLength={160} />
              </Pair>
              <TextareaField<CourseInput> name={`${path}.feedback`} label="What was said" required />
            </>
          )}
        </ListField>
      </Section>
    </>
  )
}

function ResultingPrice() {
  const { control } = useFormContext<Blank<typeof courses>>()
  const [price, discounts] = useWatch({ control, name: ['price', 'discounts'] })
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-sm font-semibold">A buyer pays</span>
      <output className="flex min-h-9 items-center">
        <CoursePrice price={price ?? Number.NaN} discounts={discounts ?? []} />
      </output>
    </div>
  )
}

/** The words that other courses use, so that a list is filtered by few of them. */
function useUsedWords() {
  const { data } = useQuery({
    queryKey: [courses.name, 'words'],
    queryFn: () => call(courses.endpoints.list, { query: { limit: '100' } }),
    staleTime: 60_000,
  })
  const wordsOf = (name: 'category' | 'difficulty_level' | 'course_type' | 'university') =>
    [...new Set(data?.items.map((one) => one[name]))].toSorted((one, other) => one.localeCompare(other))
  return {
    category: wordsOf('category'),
    difficulty_level: wordsOf('difficulty_level'),
    course_type: wordsOf('course_type'),
    university: wordsOf('university'),
  }
}
