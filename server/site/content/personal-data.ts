import type { PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const testimonial = {
  exported: { no: 'The school publishes it. It refers to no account and has no address.' },
  erased: { retained: 'It is published content of the school, and no account owns it.' },
}

export const contentPersonalData: PersonalData = {
  exports: {},
  erasures: {},
  columns: { 'testimonials.name': testimonial, 'testimonials.role': testimonial, 'testimonials.quote': testimonial },
}
