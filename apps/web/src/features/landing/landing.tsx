export const Component = () => <h1>Find the Perfect Playmate for Your Pup</h1>
