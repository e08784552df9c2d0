// Imported first, so it must run on the oldest Node.js that supports modules.
const [major, minor] = process.versions.node.split('.').map(Number)
const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
if (!fits) {
  console.error(`Barkyard needs Node.js 20.19 or later (22.12 or later of 22). This is ${process.versions.node}.`)
  process.exit(1)
}
