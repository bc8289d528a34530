import type { Term } from '../term.ts'

/** How far a study has come. */
export const studyStatuses: readonly Term[] = [
  { code: 'PLANNING', zh: '筹备中', en: 'In planning' },
  { code: 'ETHICS', zh: '伦理审查中', en: 'In ethics review' },
  { code: 'NOT-RECRUITING', zh: '尚未招募', en: 'Not yet recruiting' },
  { code: 'RECRUITING', zh: '招募中', en: 'Recruiting' },
  { code: 'ENROLLED', zh: '入组完成', en: 'Enrolment complete' },
  { code: 'FOLLOW-UP', zh: '随访中', en: 'In follow-up' },
  { code: 'LOCKED', zh: '数据库已锁定', en: 'Database locked' },
  { code: 'COMPLETED', zh: '已完成', en: 'Completed' },
  { code: 'SUSPENDED', zh: '已暂停', en: 'Suspended' },
  { code: 'TERMINATED', zh: '已终止', en: 'Terminated' },
  { code: 'WITHDRAWN', zh: '已撤回', en: 'Withdrawn' },
]
