const hour = 3_600_000

interface DemoLead {
  kind: 'callback' | 'hire' | 'professor' | 'student'
  name: string
  email: string
  phone: string
  course_name?: string
  company_name?: string
  department?: string
  institution?: string
  message?: string
  /** Hours before the first start of the demo. */
  hoursAgo: number
}

const leads: readonly DemoLead[] = [
  {
    kind: 'hire',
    name: 'Vikram Sethi',
    email: 'vikram.sethi@tarang.example',
    phone: '9000000101',
    company_name: 'Tarang Systems',
    message: 'We need two people for our data platform by January. Python and SQL are a must, Airflow would be good.',
    hoursAgo: 75,
  },
  {
    kind: 'callback',
    name: 'Ishita Banerjee',
    email: 'ishita.b@example.com',
    phone: '9000000102',
    course_name: 'Full Stack Web Development with React and Node.js',
    hoursAgo: 51,
  },
  {
    kind: 'professor',
    name: 'Dr. Leela Menon',
    email: 'leela.menon@college.example',
    phone: '9000000103',
    department: 'Computer Science',
    institution: 'Nilgiri Institute of Technology',
    message: 'My group works on speech recognition for Malayalam. We look for two students with some machine learning.',
    hoursAgo: 29,
  },
  {
    kind: 'callback',
    name: 'Farhan Qureshi',
    email: 'farhan.q@example.com',
    phone: '9000000104',
    course_name: 'Cloud Architecture on AWS',
    hoursAgo: 20,
  },
  {
    kind: 'student',
    name: 'Anjali Deshmukh',
    email: 'anjali.d@example.com',
    phone: '9000000105',
    department: 'Electronics',
    institution: 'Nilgiri Institute of Technology',
    message: 'I am in my third year and would like to work on a project with a professor.',
    hoursAgo: 6,
  },
  {
    kind: 'callback',
    name: 'Rohit Kamble',
    email: 'rohit.kamble@example.com',
    phone: '9000000106',
    course_name: 'DevOps Engineering from Linux to Kubernetes',
    hoursAgo: 1,
  },
]

/** Enquiries of the demo school, as rows of `enquiries`. */
export function demoEnquiries(now: Date): object[] {
  return leads.map(({ hoursAgo, ...lead }) => ({
    course_name: null,
    company_name: null,
    department: null,
    institution: null,
    message: null,
    ...lead,
    consent_version: 'demo',
    consented_at: new Date(now.getTime() - hoursAgo * hour),
    created_at: new Date(now.getTime() - hoursAgo * hour),
  }))
}

/** Texts to begin an answer with. */
export const demoReplyTemplates = [
  {
    name: 'Call back',
    kind: 'callback',
    subject: 'Your question about {course}',
    body: 'Dear {name},\n\nthank you for your interest in {course}. I tried to reach you by phone. When is a good time today or tomorrow?\n\nUntil then you find the next batches and the whole curriculum on our site.\n\n{school}',
  },
  {
    name: 'Hiring',
    kind: 'hire',
    subject: 'People for your team',
    body: 'Dear {name},\n\nthank you for writing to {school}. Several of our graduates fit what you describe. I will send you three profiles by tomorrow evening.\n\nWould a call this week suit you?\n\n{school}',
  },
  {
    name: 'Research',
    kind: 'research',
    subject: 'Research with {school}',
    body: 'Dear {name},\n\nthank you for your proposal. We will discuss it with our instructors this week and write to you again.\n\n{school}',
  },
]
