// Gives the field of the authorization dialog its name.
const AuthorizationToken = ({ React: { createElement } }) => ({
  wrapComponents: {
    apiKeyAuth: () => function ApiKeyAuth({ name, schema, authorized, onChange, getComponent }) {
      const Row = getComponent("Row");
      const Column = getComponent("Col");
      const Input = getComponent("Input");
      const Markdown = getComponent("Markdown", true);
      const given = authorized && authorized.getIn([name, "value"]);
      const field = given
        ? createElement("code", null, " ****** ")
        : createElement(Column, null, createElement(Input, {
            id: "api_key_value",
            type: "text",
            autoComplete: "off",
            spellCheck: false,
            autoFocus: true,
            onChange: (event) => onChange({ name, schema, value: event.target.value.trim() }),
          }));
      return createElement("div", null,
        createElement("h4", null, "Authorization token"),
        createElement(Row, null, createElement(Markdown, { source: schema.get("description") })),
        createElement(Row, null,
          createElement("label", { htmlFor: "api_key_value" }, "Authorization token"),
          field));
    },
  },
});

// The dialog leaves sessions out: the browser sends them by itself, and no page can read or set them.
const withoutSession = (found) => typeof found === "function"
  ? (system) => withoutSession(found(system))
  : found.filter((schemes) => schemes.every((scheme) => scheme.get("in") !== "cookie"));
const NoSession = () => ({
  statePlugins: {
    auth: {
      wrapSelectors: {
        definitionsToAuthorize: (original) => (...given) => withoutSession(original(...given)),
      },
    },
  },
});

// The path of an operation stands in the button that opens it, where no link may be.
const PlainPaths = ({ React: { createElement } }) => ({
  wrapComponents: { DeepLink: () => ({ text }) => createElement("span", null, text) },
});

window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: "/api/openapi.json",
    dom_id: "#swagger-ui",
    deepLinking: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [AuthorizationToken, NoSession, PlainPaths],
    syntaxHighlight: { theme: "monokai" },
    layout: "BaseLayout",
    // hundreds, and each stands at the operations that use it
    defaultModelsExpandDepth: 0,
  });
};
