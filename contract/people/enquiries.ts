import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { email, line, paragraph, phone } from '#contract/fields.ts'
import { isPrivateMail } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'

const received = z.object({ message: z.string() })

export const callbackBody = z.strictObject({
  name: line(120, 'Name is required.'),
  email,
  phone,
  course_name: line(200, 'Course is required.'),
})
export const requestCallback = endpoint({
  name: 'requestCallback',
  method: 'POST',
  path: '/course-enquiry/',
  tag: 'Enquiries',
  summary: 'Request a call back about a course',
  access: 'public',
  body: callbackBody,
  answers: { 201: received },
  example: {
    body: {
      name: 'Asha Patil',
      email: 'asha@example.com',
      phone: '9876543210',
      course_name: 'Full Stack Web Development',
    },
    answer: { message: messages.callbackReceived },
  },
})

export const hireBody = z.strictObject({
  name: line(120, 'Name is required.'),
  email: email.refine((value) => !isPrivateMail(value), 'Please use your official/company email, not a private one.'),
  company_name: line(200, 'Company name is required.'),
  phone,
  requirements: paragraph(5000, 'Please tell us what you need.'),
})
export const hireTalent = endpoint({
  name: 'hireTalent',
  method: 'POST',
  path: '/hire/',
  tag: 'Enquiries',
  summary: 'A company asks for talent',
  access: 'public',
  body: hireBody,
  answers: { 200: received },
  example: {
    body: {
      name: 'Kiran Rao',
      email: 'kiran@tarang.example',
      company_name: 'Tarang Systems',
      phone: '9876543210',
      requirements: 'Two backend developers from January.',
    },
    answer: { message: messages.hireReceived },
  },
})

export const researchBody = z.strictObject({
  name: line(120, 'Name is required.'),
  email: email.refine((value) => !isPrivateMail(value), 'Please use your official/institutional email, not a private one.'),
  phone,
  department: line(200, 'Department is required.'),
  institution: line(200, 'Institution is required.'),
  url: z
    .string({ error: 'Profile or institution URL is required.' })
    .trim()
    .min(1, 'Profile or institution URL is required.')
    .max(500, 'Please keep this under 501 characters.')
    .pipe(z.url({ protocol: /^https?$/, error: 'Please enter a full web address that starts with https://.' })),
  content: z.array(paragraph(5000, 'Please write a message.')).length(1),
})
const researchExample = {
  body: {
    name: 'Dr. Nandini Joshi',
    email: 'n.joshi@institute.example',
    phone: '9876543210',
    department: 'Computer Science',
    institution: 'Institute of Applied Computing',
    url: 'https://institute.example/joshi',
    content: ['A study of how live classes hold attention.'],
  },
  answer: { message: messages.researchReceived },
}
export const submitProfessorResearch = endpoint({
  name: 'submitProfessorResearch',
  method: 'POST',
  path: '/professor/',
  tag: 'Enquiries',
  summary: 'A professor proposes research together',
  access: 'public',
  body: researchBody,
  answers: { 201: received },
  example: researchExample,
})
export const submitStudentResearch = endpoint({
  name: 'submitStudentResearch',
  method: 'POST',
  path: '/student-research/',
  tag: 'Enquiries',
  summary: 'A student proposes research together',
  access: 'public',
  body: researchBody,
  answers: { 201: received },
  example: researchExample,
})
