import { admin } from './admin/admin.ts'
import { endWithError } from './end-with-error.ts'

admin(process.argv.slice(2), process.env).then(code => process.exit(code), endWithError)
