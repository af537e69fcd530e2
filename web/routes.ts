import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/public.tsx', [
    index('routes/index.tsx'),
    route('home', 'routes/home.tsx'),
    route('courses', 'routes/courses.tsx'),
    route('courses/:id', 'routes/course.tsx'),
    route('register', 'routes/register.tsx'),
    route('login', 'routes/login.tsx'),
  ]),
  layout('routes/private.tsx', [
    route('verify-otp', 'routes/verify-otp.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('enrolled-courses', 'routes/enrolled-courses.tsx'),
    route('my-payments', 'routes/my-payments.tsx'),
    route('razarpayment/:batch_id', 'routes/start-payment.tsx'),
    route('verify-payment/:batch_id', 'routes/verify-payment.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
