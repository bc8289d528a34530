export { type StudyUsers, startStudyUsers } from './authorizing.ts'
export { addStudy, addStudySite, type LinkedStudy } from './study.ts'
