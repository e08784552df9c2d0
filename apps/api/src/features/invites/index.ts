export { forgetInvite, inviteOf, keepInvite } from './invite-cookie.ts'
