import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** Servlets that say their own addresses; their methods say by their names what they answer. */
export const servlets: WebFramework = {
  name: "Servlets",
  languages: ["java", "kotlin"],
  controllers: {
    marks: {
      WebServlet: {
        from: /^(?:javax|jakarta)\.servlet\b/,
        makes: "controller",
        paths: ["value", "urlPatterns", "0"],
        methodNames: {
          doGet: "GET", doPost: "POST", doPut: "PUT", doPatch: "PATCH", doDelete: "DELETE", doHead: "HEAD",
          doOptions: "OPTIONS", service: "ANY",
        },
      },
    },
  }, // prettier-ignore
  examples: [
    {
      files: {
        "src/main/java/ferry/BoatServlet.java": `
package ferry;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.*;

@WebServlet("/boats")
public class BoatServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) { }
    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) { }
    private void never() { }
}
`,
        "src/main/java/ferry/TideServlet.java": `
package ferry;
import javax.servlet.annotation.WebServlet;
@WebServlet(name = "tides", urlPatterns = {"/tides", "/ebb/*"})
class TideServlet extends HttpServlet {
    protected void doDelete(HttpServletRequest req, HttpServletResponse resp) { }
    private void doPut() { }
}
`,
      },
      endpoints: ["GET /boats", "POST /boats", "DELETE /tides", "DELETE /ebb/*"],
    },
  ],
};
