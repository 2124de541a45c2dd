// `split` keeps the schemas in a file of their own: one of them is called Record, as a type of TypeScript is.
export default {
  ludolog: {
    input: process.env.LUDOLOG_DOCUMENT,
    output: { mode: "split", target: "orval/client.ts", client: "fetch" },
  },
};
