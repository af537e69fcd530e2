import type { CertificateRule } from '#contract/certificate-rules.ts'
import { type CourseInput, type CourseRecord, courses, previewCourse } from '#contract/catalog/staff/courses.ts'
import { formatRupees } from '#ui/format.ts'
import { certificateRuleNames } from '#contract/certificate-rules.ts'
import { publication } from '#console/kit/resource/publication.tsx'
import { formatColumnRupees } from '#console/kit/parts/money.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { CourseForm, courseParts } from './course-form.tsx'
import { CoursePanel } from './course-panel.tsx'
import { duplicateCourse } from './duplicate-course.ts'
import { Outline } from './outline-list.tsx'

const nameOf = ({ title }: CourseRecord) => title

const blank: CourseInput = {
  title: '',
  slug: '',
  category: '',
  description: '',
  overview: '',
  university: '',
  duration: '',
  difficulty_level: '',
  course_type: '',
  // The form begins without a price, which the schema then asks for.
  price: Number.NaN,
  discounts: [],
  image: null,
  objectives: [],
  skills_covered: [],
  tools_covered: [],
  designations: [],
  average_package: { package: '', salary_hike: '' },
  target_audience: [],
  prerequisites: [],
  why_enroll_for_this_training: [],
  training_features: [],
  assessment_methods: [],
  projects: [],
  curriculum: [],
  module_weeks: [],
  weekly_hours_outside: null,
  reviews: [],
  faqs: [],
  support: [],
  certifications: [],
  certificate_rule: null,
  certificate_percent: null,
}

const showAmount = (value: unknown) => (typeof value === 'number' ? formatRupees(value) : null)

export const screen = defineScreen({
  resource: courses,
  title: 'Courses',
  one: 'course',
  labels: {
    title: 'Title',
    ...publication.label,
    slug: 'Short name',
    category: 'Category',
    price: 'List price',
    discounts: 'Discounts',
    amount: 'To pay',
    difficulty_level: 'Level',
    course_type: 'Type',
    duration: 'Duration',
    university: 'University or school',
    description: 'Summary',
    overview: 'Overview',
    image: 'Picture',
    objectives: 'What people learn',
    skills_covered: 'Skills',
    tools_covered: 'Tools',
    prerequisites: 'Prerequisites',
    target_audience: 'For whom',
    why_enroll_for_this_training: 'Why this course',
    training_features: 'Features',
    curriculum: 'Curriculum',
    module_weeks: 'Weeks of each module',
    weekly_hours_outside: 'Hours a week besides the classes',
    projects: 'Projects',
    assessment_methods: 'Assessment',
    certifications: 'Certificates',
    certificate_rule: 'Rule of the certificate',
    certificate_percent: 'Share for the certificate, in per cent',
    designations: 'Roles afterwards',
    average_package: 'Pay',
    faqs: 'Questions and answers',
    support: 'Support',
    reviews: 'Reviews',
  },
  nameOf,
  columns: [
    { name: 'title' },
    { name: 'category', width: '11rem' },
    publication.column,
    { name: 'price', width: '8rem', align: 'right', show: ({ price }) => formatColumnRupees(price) },
    { name: 'amount', width: '8rem', align: 'right', show: ({ amount }) => formatColumnRupees(amount) },
    { name: 'duration', width: '8rem', hidden: true },
    { name: 'difficulty_level', width: '10rem', hidden: true },
    { name: 'university', hidden: true },
  ],
  line: ({ category, price, amount }) => (
    <span className="block truncate">
      {category} · <span className="figures">{formatRupees(amount)}</span>
      {amount < price ? <s className="figures ml-1.5">{formatRupees(price)}</s> : null}
    </span>
  ),
  filters: [publication.filter, { name: 'category', kind: 'text' }],
  empty: 'There are no courses yet. Each begins as a draft and is on the site once it is published.',
  blank,
  Panel: CoursePanel,
  Form: CourseForm,
  parts: courseParts,
  show: {
    ...publication.show,
    price: showAmount,
    certificate_rule: (value) => (typeof value === 'string' ? certificateRuleNames[value as CertificateRule] : null),
    amount: showAmount,
    curriculum: (value) => <Outline curriculum={value as CourseRecord['curriculum']} weeks={[]} />,
  },
  acts: [
    ...publication.acts<CourseRecord>('courses:write', { read: 'courses:read', preview: previewCourse, nameOf }),
    {
      label: 'Duplicate',
      permission: 'courses:write',
      run: duplicateCourse,
      done: (record) => `A copy of ${record.title} is a draft now.`,
      leadsTo: (copy) => `/courses/${(copy as CourseRecord).id}/edit`,
    },
  ],
})
